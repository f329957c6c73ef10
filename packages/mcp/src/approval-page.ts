import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Action, type Approvals, isOfDoor, type Preview } from './approvals.js';
import { plainText } from './plain.rules.js';

/* The page on which a person approves an action. It listens on this machine alone, and knows nothing but one-time links. */

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  // A link is opened once: a kept connection would serve nothing.
  connection: 'close',
  // A browser that may not say where a form is from says `Origin: null`.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
};
const MAX_BODY = 100;
const PATH = /^\/approve\/([0-9a-f]{64})$/;

export interface ApprovalPage {
  /** The address of a link. */
  linkOf(token: string): string;
  close(): Promise<void>;
}

/** @param port 0 for any */
export async function startApprovalPage(approvals: () => Approvals, port: number): Promise<ApprovalPage> {
  const server = createServer((request, response) => {
    answer(approvals(), server, request, response).catch(() => {
      if (!response.headersSent) send(response, 500, 'It failed', 'Ask for the action again.');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    linkOf: (token) => `${originOf(server)}/approve/${token}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function answer(
  approvals: Approvals,
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const origin = originOf(server);
  // A foreign name that resolves to this machine, and a form on another page, are refused.
  if (`http://${request.headers.host}` !== origin) return send(response, 421, 'Not here', `Open ${origin}.`);
  const token = PATH.exec(request.url ?? '')?.[1];
  if (!token) return send(response, 404, 'Nothing here', 'Open the link that the server printed, whole.');
  if (request.method === 'GET') {
    const preview = approvals.find(token);
    return preview ? send(response, 200, 'Approve this?', form(preview)) : gone(response);
  }
  if (request.method !== 'POST') return send(response, 405, 'Not so', 'Open the link in a browser.');
  if (request.headers.origin !== origin)
    return send(response, 403, 'Not from there', 'Open the link itself.');
  const decision = new URLSearchParams(await bodyOf(request)).get('decision');
  if (decision !== 'approve' && decision !== 'decline')
    return send(response, 400, 'Not understood', 'Press one of the two buttons.');
  const decided = await approvals.decide(token, decision === 'approve');
  if (!decided) return gone(response);
  const { preview, outcome } = decided;
  const heading = outcome === null ? 'Declined' : outcome.state === 'failed' ? 'It failed' : 'Done';
  send(
    response,
    200,
    heading,
    `${facts(preview.action)}<p>${escaped(outcome?.text ?? 'Nothing was done.')}</p>`,
  );
}

const gone = (response: ServerResponse): void =>
  send(
    response,
    410,
    'This link is over',
    'It was used, or is older than two minutes. Ask for the action again.',
  );

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > MAX_BODY) return '';
  }
  return text;
}

const DOES: Record<Action['kind'], string> = {
  unlock: 'Unlock once, for the strike time of the door',
  hold: 'Hold unlocked',
  release: 'End the hold, and follow the schedule again',
  lockdown: 'Lockdown: all holds are let go, and remote unlocks are refused',
  evacuation: 'Evacuation: every door that can be is held unlocked',
  end_emergency: 'End the emergency: schedules apply again',
};
/** A person reads some names; the number says the rest. */
const MAX_NAMED = 20;

function facts(action: Action): string {
  const rows = [
    ...(isOfDoor(action)
      ? [
          ['Action', DOES[action.kind] + (action.until === null ? '' : ` until ${action.until}`)],
          ['Door', `${action.lock.name} (lock ${action.lock.id})`],
          ['Place', `${action.lock.place}, ${action.lock.location}`],
        ]
      : [
          ['Action', action.drill ? `Drill, which moves no door. ${DOES[action.kind]}` : DOES[action.kind]],
          ['Location, and all below it', `${action.location.name ?? ''} (location ${action.location.id})`],
          [`Doors: ${action.doors.length}`, namesOf(action.doors)],
        ]),
    ['Reason, in the words of the assistant', action.reason],
  ];
  return `<dl>${rows.map(([name = '', value = '']) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`;
}

function namesOf(doors: readonly { name: string }[]): string {
  const named = doors
    .slice(0, MAX_NAMED)
    .map(({ name }) => name)
    .join(', ');
  return doors.length > MAX_NAMED ? `${named}, and ${doors.length - MAX_NAMED} more` : named;
}

const form = ({ action, digest }: Preview): string => `${facts(action)}
<p>Check ${digest}: the preview in the conversation has the same.</p>
<form method="post"><button name="decision" value="approve">Approve</button>
<button name="decision" value="decline">Decline</button></form>`;

function send(response: ServerResponse, status: number, heading: string, content: string): void {
  response.writeHead(status, HEADERS).end(`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${heading}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:3rem auto;padding:0 1rem}dt{color:#555}dd{margin:0 0 .75rem;font-weight:600;overflow-wrap:anywhere}button{font:inherit;padding:.6rem 1.2rem;margin-right:.5rem}</style>
<h1>${heading}</h1>${content.startsWith('<') ? content : `<p>${content}</p>`}</html>`);
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string =>
  plainText(text).replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark);
