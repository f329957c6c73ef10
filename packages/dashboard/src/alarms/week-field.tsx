import { Button, Checkbox, TextInput } from '@mantine/core';
import { text } from '../language/text.js';
import { LinkButton } from '../ui/parts/button.jsx';
import { Note, Problem } from '../ui/parts/text.jsx';
import { DAY_NAMES, FULL_DAY_NAMES } from '../week/days.js';
import styles from './alarms.module.css';
import { blockOf, type Day, EVERY_DAY, newBlock, type WeekDraft } from './week.rules.js';

interface WeekFieldProps {
  label: string;
  /** What the button for another block says. */
  add: string;
  /** What no block means. */
  empty: string;
  blocks: readonly WeekDraft[];
  fault?: string | undefined;
  onChange(blocks: WeekDraft[]): void;
}

/** Parts of the week: for each the days, and a time that may reach into the next day. */
export function WeekField({ label, add, empty, blocks, fault, onChange }: WeekFieldProps) {
  const set = (id: number, change: Partial<WeekDraft>) =>
    onChange(blocks.map((block) => (block.id === id ? { ...block, ...change } : block)));
  return (
    <fieldset>
      <legend>{label}</legend>
      {blocks.length === 0 && <Note>{empty}</Note>}
      {blocks.map((block, index) => (
        <fieldset key={block.id} className={styles.step}>
          <legend className="only-read">
            {text('{label}, part {number, number}', { label, number: index + 1 })}
          </legend>
          <div className={styles.days}>
            {EVERY_DAY.map((day) => (
              <Checkbox
                key={day}
                label={DAY_NAMES[day]}
                aria-label={FULL_DAY_NAMES[day]}
                checked={block.days.includes(day)}
                onChange={(event) =>
                  set(block.id, { days: daysWith(block.days, day, event.currentTarget.checked) })
                }
              />
            ))}
          </div>
          <div className={styles.line}>
            <TextInput
              type="time"
              label={text('from')}
              value={block.from}
              onChange={(event) => set(block.id, { from: event.currentTarget.value })}
            />
            <TextInput
              type="time"
              label={text('to')}
              value={block.to === '24:00' ? '00:00' : block.to}
              onChange={(event) => set(block.id, { to: event.currentTarget.value })}
            />
          </div>
          {blockOf(block).isOver && <Note>{text('Ends the next day.')}</Note>}
          <LinkButton onClick={() => onChange(blocks.filter(({ id }) => id !== block.id))}>
            {text('Remove part {number, number}', { number: index + 1 })}
          </LinkButton>
        </fieldset>
      ))}
      {fault && <Problem>{fault}</Problem>}
      <Button size="xs" variant="default" onClick={() => onChange([...blocks, newBlock(blocks)])}>
        {add}
      </Button>
    </fieldset>
  );
}

/** In the sequence of the week. */
const daysWith = (days: readonly Day[], day: Day, isOn: boolean): Day[] =>
  EVERY_DAY.filter((one) => (one === day ? isOn : days.includes(one)));
