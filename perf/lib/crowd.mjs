// Writers and readers of changes at the same time, with rollbacks, long transactions and readers that are cut off: what was
// committed reaches each reader once. Used by the measure `changes` and by the tests.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const MAX_IN_ONE = 20;
const KINDS = ['pages', 'poll', 'stream'];

/**
 * @param write writes changes of these numbers in the transaction of `client`, as the service does
 * @param transact runs work in a transaction
 * @param nudge says that something was committed
 * @param pace changes a second at most, so that readers are not behind for want of processors
 * @param cutWithinMs a reader is cut off after at most so long, again and again
 * @param warmUp numbers whose delays are not counted, while code is compiled and caches fill; they are to be seen as all others
 * @param tokens of API keys of one location: readers change from one to the other
 * @returns what each reader has seen; how long it took in milliseconds, for those who wait, from the commit (`delays`), and
 * from the end of the last transaction that had written before it, which readers do not overtake (`added`)
 */
export async function crowd({
  baseUrl,
  tokens,
  changes,
  write,
  transact,
  nudge,
  random,
  writers = 16,
  readers = 8,
  pace = Number.POSITIVE_INFINITY,
  cutWithinMs = 720,
  warmUp = 0,
}) {
  const committed = new Map();
  const site = { baseUrl, tokens, random, cutWithinMs };
  const crowd = [];
  for (let index = 0; index < readers; index++)
    crowd.push(await createReader(site, KINDS[index % KINDS.length], index));
  let next = 1;
  const writes = [];
  const rolledBack = new Set();
  const running = crowd.map((reader) => reader.run());
  const began = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (next <= changes) {
        const early = (next / pace) * 1_000 - (performance.now() - began);
        if (early > 0) await sleep(early);
        const numbers = [];
        const own = { began: performance.now(), ended: Number.NaN };
        const put = async (client) => {
          const some = Array.from({ length: 1 + Math.floor(random() * MAX_IN_ONE) }, () => next++);
          numbers.push(...some);
          await write(client, some);
          writes.push({ numbers: some, wrote: performance.now(), own });
        };
        const fails = random() < 0.1;
        try {
          await transact(async (client) => {
            await put(client);
            // Most are short; a few last long and hold up what comes behind them.
            if (random() < 0.3) await sleep(random() < 0.03 ? 80 : random() * 10);
            if (random() < 0.3) await put(client);
            if (fails) throw new Error('rolled back');
          });
          own.ended = performance.now();
          for (const number of numbers) committed.set(number, own.ended);
          nudge();
        } catch (error) {
          if (!fails) throw error;
          own.ended = performance.now();
          for (const number of numbers) rolledBack.add(number);
        }
      }
    }),
  );
  // What is missing at the end was missed, not still on its way to a reader that is cut off again and again.
  for (const reader of crowd) reader.isLeft = true;
  const deadline = performance.now() + 60_000;
  while (crowd.some(({ seen }) => seen.size < committed.size) && performance.now() < deadline)
    await sleep(20);
  for (const reader of crowd) reader.stop();
  await Promise.all(running);
  const readable = readableFrom(writes);
  const since = (times) =>
    crowd.flatMap(({ kind, sequence, times: seenAt }) =>
      kind === 'pages'
        ? []
        : // It may come before its writer has heard that it is committed.
          sequence.flatMap((number, index) =>
            number > warmUp ? [Math.max(0, seenAt[index] - times.get(number))] : [],
          ),
    );
  const of = (count) => crowd.reduce((sum, reader) => sum + count(reader), 0);
  return {
    committed: committed.size,
    rolled_back: rolledBack.size,
    missed: of(({ seen }) => [...committed.keys()].filter((number) => !seen.has(number)).length),
    twice: of(({ twice }) => twice),
    made_up: of(({ seen }) => [...seen].filter((number) => !committed.has(number)).length),
    disordered: of(
      ({ sequence }) => sequence.filter((number, index) => number !== crowd[0].sequence[index]).length,
    ),
    kills: of(({ kills }) => kills),
    delays: since(committed),
    added: since(readable),
  };
}

/** When the last transaction had ended that had begun before a number was written, by number. */
function readableFrom(writes) {
  const transactions = [...new Set(writes.map(({ own }) => own))].sort((a, b) => a.began - b.began);
  const readable = new Map();
  let before = 0;
  let ended = 0;
  for (const { numbers, wrote } of writes) {
    for (; before < transactions.length && transactions[before].began < wrote; before++)
      ended = Math.max(ended, transactions[before].ended);
    for (const number of numbers) readable.set(number, ended);
  }
  return readable;
}

async function createReader({ baseUrl, tokens, random, cutWithinMs }, kind, index) {
  const reader = {
    kind,
    seen: new Set(),
    sequence: [],
    twice: 0,
    kills: 0,
    times: [],
    isLeft: false,
    run,
    stop,
  };
  let turn = index;
  let isStopped = false;
  let asked = null;
  let cursor = null;
  while (cursor === null) cursor = (await page('?after=now').catch(() => null))?.next_cursor ?? null;

  function stop() {
    isStopped = true;
    asked?.destroy();
  }

  async function run() {
    while (!isStopped) {
      // Cut off now and then, in the middle of whatever it reads.
      const cut = setTimeout(
        () => {
          if (reader.isLeft) return;
          reader.kills++;
          asked?.destroy();
        },
        20 + random() * (cutWithinMs - 20),
      );
      try {
        if (kind === 'stream') await stream();
        else {
          const answer = await page(`?after=${cursor}&limit=500${kind === 'poll' ? '&wait=5' : ''}`);
          for (const change of answer.data) take(change);
          cursor = answer.next_cursor;
          if (kind === 'pages') await sleep(20);
        }
      } catch {
        await sleep(5);
      } finally {
        clearTimeout(cut);
      }
    }
  }

  function take({ data: { number } }) {
    if (reader.seen.has(number)) reader.twice++;
    reader.seen.add(number);
    reader.sequence.push(number);
    reader.times.push(performance.now());
  }

  function ask(query, headers, onResponse) {
    return new Promise((resolve, reject) => {
      const token = tokens[turn++ % tokens.length];
      const request = http.request(
        `${baseUrl}/changes${query}`,
        { agent: false, headers: { ...headers, authorization: `Bearer ${token}` } },
        (response) => {
          response.setEncoding('utf8');
          response.on('error', reject);
          response.on('aborted', () => reject(new Error('cut off')));
          onResponse(response, resolve, reject);
        },
      );
      asked = request;
      request.on('error', reject);
      request.on('close', () => reject(new Error('closed')));
      request.end();
    });
  }

  function page(query) {
    return ask(query, {}, (response, resolve, reject) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () =>
        response.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(text)),
      );
    });
  }

  function stream() {
    const headers = { accept: 'text/event-stream', 'last-event-id': cursor };
    return ask('', headers, (response, resolve) => {
      let rest = '';
      response.on('data', (part) => {
        const blocks = (rest + part).split('\n\n');
        rest = blocks.pop();
        for (const block of blocks) {
          const data = /^data: (.*)$/m.exec(block)?.[1];
          if (data === undefined) continue;
          take(JSON.parse(data));
          cursor = /^id: (.*)$/m.exec(block)[1];
        }
      });
      response.on('end', resolve);
    });
  }

  return reader;
}
