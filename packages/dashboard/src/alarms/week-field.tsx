import { Button, Checkbox, TextInput } from '@mantine/core';
import { LinkButton } from '../ui/button.jsx';
import { Note, Problem } from '../ui/text.jsx';
import styles from './alarms.module.css';
import { blockOf, type Day, EVERY_DAY, newBlock, type WeekDraft } from './week.rules.js';

interface WeekFieldProps {
  label: string;
  /** What no block means. */
  empty: string;
  blocks: readonly WeekDraft[];
  fault?: string | undefined;
  onChange(blocks: WeekDraft[]): void;
}

/** Parts of the week: for each the days, and a time that may reach into the next day. */
export function WeekField({ label, empty, blocks, fault, onChange }: WeekFieldProps) {
  const set = (id: number, change: Partial<WeekDraft>) =>
    onChange(blocks.map((block) => (block.id === id ? { ...block, ...change } : block)));
  return (
    <fieldset>
      <legend>{label}</legend>
      {blocks.length === 0 && <Note>{empty}</Note>}
      {blocks.map((block, index) => (
        <fieldset key={block.id} className={styles.step}>
          <legend className="only-read">{`${label}, part ${index + 1}`}</legend>
          <div className={styles.days}>
            {EVERY_DAY.map(({ value, short, label: day }) => (
              <Checkbox
                key={value}
                label={short}
                aria-label={day}
                checked={block.days.includes(value)}
                onChange={(event) =>
                  set(block.id, { days: daysWith(block.days, value, event.currentTarget.checked) })
                }
              />
            ))}
          </div>
          <div className={styles.line}>
            <TextInput
              type="time"
              label="from"
              value={block.from}
              onChange={(event) => set(block.id, { from: event.currentTarget.value })}
            />
            <TextInput
              type="time"
              label="to"
              value={block.to === '24:00' ? '00:00' : block.to}
              onChange={(event) => set(block.id, { to: event.currentTarget.value })}
            />
          </div>
          {blockOf(block).isOver && <Note>Ends the next day.</Note>}
          <LinkButton onClick={() => onChange(blocks.filter(({ id }) => id !== block.id))}>
            {`Remove part ${index + 1}`}
          </LinkButton>
        </fieldset>
      ))}
      {fault && <Problem>{fault}</Problem>}
      <Button size="xs" variant="default" onClick={() => onChange([...blocks, newBlock(blocks)])}>
        {`Add ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
      </Button>
    </fieldset>
  );
}

/** In the sequence of the week. */
const daysWith = (days: readonly Day[], day: Day, isOn: boolean): Day[] =>
  EVERY_DAY.map(({ value }) => value).filter((one) => (one === day ? isOn : days.includes(one)));
