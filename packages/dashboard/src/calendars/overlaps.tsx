import { dayName } from '../door/days.js';
import schedulePage from '../door/schedule-page.module.css';
import { blocksWords } from '../door/schedule-words.js';
import { Note } from '../ui/text.jsx';
import { plural } from '../words.js';
import { doorsWords, whoWords } from './calendar.rules.js';
import type { Overlaps } from './types.js';

/** Which days several say something of, at which doors, and who wins. */
export function OverlapList({ overlaps, own }: { overlaps: Overlaps; own: string }) {
  const { data, total } = overlaps;
  const differing = data.filter(({ differs }) => differs);
  const same = data.length - differing.length;
  if (total === 0) return <Note>None: no day is named twice.</Note>;
  return (
    <>
      <ul className={schedulePage.changes}>
        {differing.map((one) => (
          <li key={`${one.date} ${JSON.stringify([one.wins, one.loses])}`}>
            <strong>{`${dayName(one.date)}: ${blocksWords(one.blocks)}`}</strong>
            {`, as ${whoWords(one.wins, own)} says; ${whoWords(one.loses, own)} does not count. At ${doorsWords(one)}.`}
          </li>
        ))}
      </ul>
      {differing.length === 0 && <Note>None that matters.</Note>}
      {same > 0 && <Note>{`${plural(same, 'day')} more: all say the same.`}</Note>}
      {total > data.length && <Note>{`${total} in all, of which the first ${data.length} are shown.`}</Note>}
    </>
  );
}
