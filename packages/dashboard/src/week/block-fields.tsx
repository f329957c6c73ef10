import { Button, Checkbox, TextInput } from '@mantine/core';
import { text } from '../language/text.js';
import { Icon } from '../ui/parts/icon.jsx';
import { Note, Problem } from '../ui/parts/text.jsx';
import styles from './block-fields.module.css';
import { type DraftBlock, NEW_BLOCK, overlaps } from './editor.rules.js';
import { minutesOf } from './week.rules.js';

interface BlockFieldsProps {
  /** Whose blocks: "Monday". */
  of: string;
  blocks: readonly DraftBlock[];
  faults: ReadonlyMap<number, string>;
  newId(): number;
  onChange(blocks: DraftBlock[]): void;
}

/** The blocks of one day as plain fields: what the drawing says, for the keyboard and for screen readers. */
export function BlockFields({ of, blocks, faults, newId, onChange }: BlockFieldsProps) {
  const change = (id: number, fields: Partial<DraftBlock>) =>
    onChange(blocks.map((block) => (block.id === id ? { ...block, ...fields } : block)));
  return (
    <>
      {blocks.length === 0 && <Note>{text('Closed all day.')}</Note>}
      <ul className={styles.blocks}>
        {blocks.map((block, index) => {
          const name = text('{day}, block {number}', { day: of, number: index + 1 });
          const fault = faults.get(block.id);
          const isOver =
            block.from !== '' &&
            block.to !== '' &&
            block.to !== '24:00' &&
            minutesOf(block.to) <= minutesOf(block.from);
          return (
            <li key={block.id}>
              <div className={styles.times}>
                <TextInput
                  type="time"
                  aria-label={text('{block}: from', { block: name })}
                  value={block.from}
                  onChange={(event) => change(block.id, { from: event.currentTarget.value })}
                />
                <span aria-hidden="true">–</span>
                <TextInput
                  type="time"
                  aria-label={text('{block}: to', { block: name })}
                  value={block.to === '24:00' ? '00:00' : block.to}
                  onChange={(event) => {
                    const { value } = event.currentTarget;
                    // Midnight is the end of this day, whatever it begins.
                    change(block.id, { to: value === '00:00' ? '24:00' : value });
                  }}
                />
                <Button
                  variant="default"
                  size="xs"
                  aria-label={text('Remove {name}', { name })}
                  onClick={() => onChange(blocks.filter(({ id }) => id !== block.id))}
                >
                  <Icon name="cross" size={16} />
                </Button>
              </div>
              {isOver && <Note>{text('Ends the next day.')}</Note>}
              <Checkbox
                size="sm"
                label={text('Begins with the first person')}
                aria-label={text('{block} begins with the first person', { block: name })}
                checked={block.first_person_in}
                onChange={(event) => change(block.id, { first_person_in: event.currentTarget.checked })}
              />
              {fault && <Problem role="alert">{text(fault)}</Problem>}
            </li>
          );
        })}
      </ul>
      {overlaps(blocks) && <Note>{text('Two of these overlap: the door is open through both.')}</Note>}
      <Button
        variant="default"
        size="xs"
        aria-label={text('Add hours to {day}', { day: of })}
        onClick={() => onChange([...blocks, { ...NEW_BLOCK, id: newId() }])}
      >
        {text('Add hours')}
      </Button>
    </>
  );
}
