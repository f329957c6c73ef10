import { rich, text } from '../language/text.js';
import { Note } from '../ui/parts/text.jsx';
import { dayName } from '../week/days.js';
import schedulePage from '../week/page.module.css';
import { blocksWords } from '../week/schedule-words.js';
import { doorsWords, whoWords } from './calendar-words.js';
import type { Overlaps } from './types.js';

/** Which days several say something of, at which doors, and who wins. */
export function OverlapList({ overlaps, own }: { overlaps: Overlaps; own: string }) {
  const { data, total } = overlaps;
  const differing = data.filter(({ differs }) => differs);
  const same = data.length - differing.length;
  if (total === 0) return <Note>{text('None: no day is named twice.')}</Note>;
  return (
    <>
      <ul className={schedulePage.changes}>
        {differing.map((one) => (
          <li key={`${one.date} ${JSON.stringify([one.wins, one.loses])}`}>
            {rich('<b>{day}: {hours}</b>, set by {wins}, not by {loses}. At {doors}.', {
              b: (parts) => <strong key="day">{parts}</strong>,
              day: dayName(one.date),
              hours: blocksWords(one.blocks),
              wins: whoWords(one.wins, own),
              loses: whoWords(one.loses, own),
              doors: doorsWords(one),
            })}
          </li>
        ))}
      </ul>
      {differing.length === 0 && <Note>{text('None that differ.')}</Note>}
      {same > 0 && (
        <Note>
          {text('{count, plural, one {# more day} other {# more days}}: all say the same.', { count: same })}
        </Note>
      )}
      {total > data.length && (
        <Note>
          {text('{total, number} in all; the first {shown, number} are shown.', {
            total,
            shown: data.length,
          })}
        </Note>
      )}
    </>
  );
}
