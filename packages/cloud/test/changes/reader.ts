import { request } from 'node:http';

export interface Message {
  id: string;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever came over the wire
  data: any;
}

export interface OpenStream {
  /** The next so many messages, once they are there. */
  read(count: number): Promise<Message[]>;
  comments(): number;
  isClosed(): boolean;
  close(): void;
}

/** Reads server-sent events, by the letter of their specification as far as the service writes it. */
export function openStream(
  url: string,
  token: string,
  headers: Record<string, string> = {},
): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        agent: false,
        headers: { ...headers, accept: 'text/event-stream', authorization: `Bearer ${token}` },
      },
      (response) => {
        if (response.statusCode !== 200) return void reject(new Error(`answered ${response.statusCode}`));
        const messages: Message[] = [];
        let comments = 0;
        let closed = false;
        let rest = '';
        let look = () => {};
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          const blocks = (rest + text).split('\n\n');
          rest = blocks.pop() as string;
          for (const block of blocks) {
            if (block.startsWith(':')) comments++;
            else messages.push(toMessage(block));
          }
          look();
        });
        response.on('error', () => {});
        response.on('close', () => {
          closed = true;
          look();
        });
        resolve({
          read: (count) =>
            new Promise((done, fail) => {
              look = () => {
                if (messages.length >= count) done(messages.splice(0, count));
                else if (closed) fail(new Error(`closed with ${messages.length} of ${count} messages`));
              };
              look();
            }),
          comments: () => comments,
          isClosed: () => closed,
          close: () => asked.destroy(),
        });
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}

function toMessage(block: string): Message {
  const fields = new Map(
    block.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]),
  );
  return {
    id: fields.get('id') ?? '',
    event: fields.get('event') ?? '',
    data: JSON.parse(fields.get('data') ?? 'null'),
  };
}
