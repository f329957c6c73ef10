import { useRef, useState } from 'react';
import { call } from '../../api.js';
import type { Routes } from '../../generated/routes.js';
import { text } from '../../language/text.js';
import { chunkEnd, createTwinFinder, type ImportRow, type RowOutcome } from './table.rules.js';

export interface Result extends RowOutcome {
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
  const [results, setResults] = useState<readonly Result[]>([]);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const stopping = useRef(false);

  async function run({ rows, key, location }: Job, from: readonly Result[] = []): Promise<void> {
    stopping.current = false;
    const done = [...from];
    const judge = path === PREVIEW ? twinsInList() : madeByEarlierRow();
    for (const one of done) judge(one);
    setResults(done);
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
        setResults([...done]);
      }
    } catch (failure) {
      setError(failure);
    } finally {
      setRunning(false);
    }
  }
  const stop = () => {
    // It waits for what is under way, as its result must be known.
    stopping.current = true;
  };
  return { results, isRunning, error, run, stop, clear: () => setResults([]) };
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

/** Which location a row means is the page's to find. */
const inWords = ({ field, called, count }: ImportRow['faults'][number]) => ({
  field,
  message: text(
    '{count, plural, =0 {no location is called {called}} other {# locations are called {called}}}',
    { called, count },
  ),
});

function wrong({ faults }: ImportRow, answer: RowOutcome): RowOutcome {
  const more = answer.outcome === 'refused' ? answer.faults : [];
  return { ...NOT_ASKED, faults: [...more, ...faults.map(inWords)] };
}

/** Before: a row that an earlier one of the list will have made is no new person. */
function twinsInList(): (result: Result) => Result {
  const twinOf = createTwinFinder();
  return (result) => {
    const twin = twinOf(result, result.row.number);
    return twin === null
      ? result
      : { ...result, outcome: 'exists', person: { id: '', name: text('row {row}', { row: twin }) } };
  };
}

/** After: who was made by an earlier row of this list was here already for the later one. */
function madeByEarlierRow(): (result: Result) => Result {
  const made = new Set<string>();
  return (result) => {
    const id = result.person?.id ?? '';
    if (result.outcome === 'before' && made.has(id)) return { ...result, outcome: 'exists', key_id: null };
    if (result.outcome !== 'refused') made.add(id);
    return result;
  };
}
