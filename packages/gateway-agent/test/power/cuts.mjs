// Cuts the power of a journal at random moments: the writing process is frozen, what the disk holds is copied, what a
// disk does to the last writes is done to the copy, and a new journal is opened on it.
import { fork, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@door-access/protocol';
import { createRandom } from '../../../../test/kills/random.mjs';
import { harm } from './harm.mjs';

const REVIVER = fileURLToPath(new URL('reviver.mjs', import.meta.url));
const WRITER = fileURLToPath(new URL('writer.mjs', import.meta.url));
/** Cuts of one life of a writer, before it is begun anew. */
const CUTS_PER_LIFE = 25;
const LONGEST_WAIT_MS = 25;
/** Some lives are well under way at the first cut, with records in tables. */
const LONGEST_BEGIN_MS = 600;
/** Records of a writer's life lie in a range of their own. */
const LIFE = 1_000_000;
const MAX_STARTS = 6;
/** Numbered from here: what is appended after a cut. */
const AFTERWARDS = 1_000_000_000;

/**
 * Makes so many cuts, or as many as fit into the time. Returns what it saw, and `faults`: in words, what should not be.
 */
export async function cutPower({ seed, cuts, folder, milliseconds = Number.POSITIVE_INFINITY }) {
  const random = createRandom(seed);
  const end = performance.now() + milliseconds;
  const reviver = startReviver();
  const seen = {
    cuts: 0,
    kinds: {},
    records: 0,
    lost: 0,
    gaps: 0,
    set_aside: 0,
    ended: 0,
    longest_open_ms: 0,
    faults: [],
  };
  for (let life = 1; seen.cuts < cuts && performance.now() < end; life++) {
    const home = path.join(folder, `life-${life}`);
    mkdirSync(home);
    const writer = await startWriter(home, life, Math.floor(random.next() * 2 ** 31));
    try {
      for (let cut = 0; cut < CUTS_PER_LIFE && seen.cuts < cuts && performance.now() < end; cut++) {
        await systemClock.sleep(random.next() * (cut === 0 ? LONGEST_BEGIN_MS : LONGEST_WAIT_MS));
        await writer.freeze();
        const copy = path.join(folder, 'copy');
        cpSync(path.join(home, 'journal'), path.join(copy, 'journal'), { recursive: true });
        for (const name of readdirSync(home).filter((each) => each.startsWith('journal.')))
          cpSync(path.join(home, name), path.join(copy, name), { recursive: true });
        const facts = readFacts(path.join(home, 'facts'));
        const kind = harm(path.join(copy, 'journal'), facts, random);
        seen.cuts++;
        seen.kinds[kind.name] = (seen.kinds[kind.name] ?? 0) + 1;
        const faults = await revive(copy, facts, kind, reviver, seen);
        for (const fault of faults)
          seen.faults.push(`seed ${seed}, cut ${seen.cuts} (${kind.name}): ${fault}`);
        rmSync(copy, { recursive: true, force: true });
        writer.thaw();
      }
    } finally {
      await writer.kill();
      rmSync(home, { recursive: true, force: true });
    }
  }
  reviver.kill();
  return seen;
}

/** A process that opens journals; one that ends is started again, as a supervisor would, with the same folder. */
function startReviver() {
  let child = null;
  return {
    async ask(question) {
      for (let ended = 0; ended < MAX_STARTS; ended++) {
        child ??= fork(REVIVER, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
        const current = child;
        const answer = await new Promise((resolve) => {
          current.once('message', resolve);
          current.once('exit', () => resolve(null));
          current.send(question);
        });
        current.removeAllListeners();
        if (answer) return { ...answer, ended };
        child = null;
      }
      return { ended: MAX_STARTS };
    },
    kill: () => child?.kill('SIGKILL'),
  };
}

async function startWriter(home, life, seed) {
  const facts = path.join(home, 'facts');
  const args = [WRITER, path.join(home, 'journal'), facts, String(life * LIFE), String(seed)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'inherit'] });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  while (!existsSync(facts) || !readFileSync(facts, 'utf8').includes('durable')) {
    if (child.exitCode !== null) throw new Error('the writer ended');
    await systemClock.sleep(5);
  }
  return {
    async freeze() {
      child.kill('SIGSTOP');
      while (!tasksOf(child.pid).every((state) => state === 'T')) await systemClock.sleep(0);
    },
    thaw: () => child.kill('SIGCONT'),
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

const tasksOf = (pid) =>
  readdirSync(`/proc/${pid}/task`).map((task) => {
    const status = readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8');
    return status.slice(status.lastIndexOf(')') + 2)[0];
  });

/** The promised records, and those that the cloud had, at the moment of the cut. */
function readFacts(file) {
  const facts = { journal: '', had: new Map(), durable: new Set(), newest: [] };
  for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
    const [word, one, two] = line.split(' ');
    if (word === 'journal') facts.journal = one;
    else if (word === 'had') {
      facts.had.set(Number(one), two);
      facts.newest[1] = two;
    } else if (word === 'durable') {
      facts.durable.add(one);
      facts.newest[0] = one;
    }
  }
  return facts;
}

/**
 * Opens a journal on the remaining files, writes on, sends everything to the cloud, and returns the broken promises.
 */
async function revive(folder, facts, { loss }, reviver, seen) {
  const faults = [];
  const mark = Math.max(0, ...facts.had.keys());
  const fresh = [AFTERWARDS, AFTERWARDS + 1, AFTERWARDS + 2];
  const answer = await reviver.ask({ folder, fresh, cloudHas: { journal: facts.journal, last_seq: mark } });
  seen.ended += answer.ended;
  if (!answer.records) return [`it does not start: ended ${answer.ended} times`];
  const { said, fates, records, left } = answer;
  const because = said.join('; ');
  seen.longest_open_ms = Math.max(seen.longest_open_ms, Math.round(answer.openMs));
  if (fates.some((fate) => fate !== 'durable')) faults.push(`new records are ${fates}: ${because}`);
  if (left > 0) faults.push(`${left} records wait and are not given: ${because}`);
  const received = new Map([...facts.had.values()].filter((n) => n !== 'gap').map((n) => [n, 1]));
  const marks = new Map([[facts.journal, mark]]);
  let gaps = [...facts.had.values()].filter((n) => n === 'gap').length;
  let holes = 0;
  for (const { journal, seq, n = 'gap', padding = '', kind, from_seq, to_seq } of records) {
    const had = marks.get(journal) ?? 0;
    if (!/^x*$/.test(padding)) faults.push(`record ${seq} was altered`);
    if (seq <= had) {
      const before = journal === facts.journal ? facts.had.get(seq) : undefined;
      if (before !== undefined && before !== String(n)) faults.push(`${seq} was ${before} and is ${n} now`);
      continue;
    }
    if (kind === 'gap') gaps++;
    else received.set(String(n), (received.get(String(n)) ?? 0) + 1);
    if (kind === 'gap' && (to_seq + 1 !== seq || from_seq > to_seq))
      faults.push(`a gap at ${seq} from ${from_seq} to ${to_seq}`);
    if (kind !== 'gap' && seq !== had + 1) holes++;
    marks.set(journal, seq);
    seen.records++;
  }
  for (const [n, times] of received) if (times > 1) faults.push(`record ${n} was received ${times} times`);
  for (const n of fresh)
    if (!received.has(String(n))) faults.push(`${n}, durable after the cut, never came to the cloud`);
  const lost = [...facts.durable].filter((n) => !received.has(n));
  if (lost.length > 0 && loss === 'none')
    faults.push(`${lost.length} promised records are lost, as ${lost[0]}: ${because}`);
  if (lost.length > 0 && loss === 'reported' && gaps + holes === 0)
    faults.push(`${lost.length} records are lost and nothing says so, as ${lost[0]}`);
  if (loss === 'none' && gaps + holes > 0)
    faults.push(`a gap is reported where nothing was lost: ${because}`);
  seen.gaps += gaps;
  if (said.some((line) => line.includes('set aside'))) seen.set_aside++;
  seen.lost += lost.length;
  return faults;
}
