import type { ReactNode } from 'react';
import { BlockFields } from './block-fields.jsx';
import dayForm from './day-form.module.css';
import { FULL_DAY_NAMES } from './days.js';
import type { Draft } from './editor.rules.js';
import { GridLegend } from './grid-legend.jsx';
import { DAYS, type Day } from './week.rules.js';
import { WeekGrid } from './week-grid.jsx';

interface WeekFieldsProps {
  week: Draft['week'];
  faults: ReadonlyMap<number, string>;
  newId(): number;
  onChange(day: Day, blocks: Draft['week'][Day]): void;
  /** What stands below the fields of a day. */
  below?: (day: Day) => ReactNode;
}

/** A week twice: as a picture that is drawn in, and as fields. */
export function WeekFields({ week, faults, newId, onChange, below }: WeekFieldsProps) {
  return (
    <>
      <WeekGrid week={week} newId={newId} onChange={onChange} />
      <GridLegend />
      <div className={dayForm.forms}>
        {DAYS.map((day) => (
          <fieldset key={day} className={dayForm.form}>
            <legend>{FULL_DAY_NAMES[day]}</legend>
            <BlockFields
              of={FULL_DAY_NAMES[day]}
              blocks={week[day]}
              faults={faults}
              newId={newId}
              onChange={(blocks) => onChange(day, blocks)}
            />
            {below?.(day)}
          </fieldset>
        ))}
      </div>
    </>
  );
}
