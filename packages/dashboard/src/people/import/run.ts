import { useRef, useState } from 'react';
import { call } from '../../api.js';
import type { Routes } from '../../generated/routes.js';
import { chunkEnd, createTwinFinder, type ImportRow, type RowOutcome } from './table.rules.js';

export interface Told extends RowOutcome {
  row: ImportRow;
}

type Body = Routes['POST /people-import']['body'];
export type KeyWanted = NonNullable<Body['key']>;

export interface Job {
  rows: readonly ImportRow[];
  key: KeyWanted | null;
  location: number;
}

/** Sends a list to the service piece by piece; it can be stopped, and goes on where it was. */
export function useRun(path: ImportPath) {
  const [told, setTold] = useState<readonly Told[]>([]);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const stopping = useRef(false);

  async function run({ rows, key, location }: Job, from: readonly Told[] = []): Promise<void> {
    stopping.current = false;
    const done = [...from];
    const judge = path === PREVIEW ? twinsInList() : madeByEarlierRow();
    for (const one of done) judge(one);
    setTold(done);
    setError(null);
    setRunning(true);
    try {
      while (done.length < rows.length && !stopping.current) {
        const chunk = rows.slice(done.length, chunkEnd(rows, done.length));
        // What the page knows to be wrong is looked at for what else is, and never imported.
        const sent = path === PREVIEW ? chunk : chunk.filter((row) => row.faults.length === 0);
        const answers = sent.length > 0 ? await ask(path, sent, key, location) : [];
        let next = 0;
        for (const row of chunk) {
          const answer = sent.includes(row) ? answers[next++] : NOT_ASKED;
          const outcome = answer && row.faults.length > 0 ? wrong(row, answer) : answer;
          // There was no time for the rest: it is asked for again.
          if (!outcome) break;
          done.push(judge({ row, ...outcome }));
        }
        setTold([...done]);
      }
    } catch (failure) {
      setError(failure);
    } finally {
      setRunning(false);
    }
  }
  const stop = () => {
    // What is under way is waited for: what came of it must be known.
    stopping.current = true;
  };
  return { told, isRunning, error, run, stop, clear: () => setTold([]) };
}

export const PREVIEW = '/people-import/preview';
export const IMPORT = '/people-import';

type ImportPath = typeof PREVIEW | typeof IMPORT;

async function ask(
  path: ImportPath,
  rows: readonly ImportRow[],
  key: KeyWanted | null,
  location: number,
): Promise<RowOutcome[]> {
  const body = { rows: rows.map(({ fields, copy }) => ({ fields, copy })), key };
  return (await call('POST', path, { body, location })).data;
}

const NOT_ASKED: RowOutcome = {
  outcome: 'refused',
  person: null,
  key_id: null,
  faults: [],
  email: '',
  phone: '',
};

function wrong({ faults }: ImportRow, answer: RowOutcome): RowOutcome {
  const more = answer.outcome === 'refused' ? answer.faults : [];
  return { ...NOT_ASKED, faults: [...more, ...faults] };
}

/** Before: a row that an earlier one of the list will have made is nobody new. */
function twinsInList(): (told: Told) => Told {
  const twinOf = createTwinFinder();
  return (told) => {
    const twin = twinOf(told, told.row.number);
    return twin === null ? told : { ...told, outcome: 'exists', person: { id: '', name: `row ${twin}` } };
  };
}

/** After: who was made by an earlier row of this list was here already for the later one. */
function madeByEarlierRow(): (told: Told) => Told {
  const made = new Set<string>();
  return (told) => {
    const id = told.person?.id ?? '';
    if (told.outcome === 'before' && made.has(id)) return { ...told, outcome: 'exists', key_id: null };
    if (told.outcome !== 'refused') made.add(id);
    return told;
  };
}
