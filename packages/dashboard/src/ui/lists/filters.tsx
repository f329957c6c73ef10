import { locale, text } from '../../language/text.js';
import { styled } from '../parts/styled.js';
import styles from './filters.module.css';

/** Above a list: what is searched for and shown. */
export const Tools = styled('div', styles.tools);
/** Above a list: what is asked for, field by field. */
export const FilterFields = styled('div', styles.fields);
export const FilterBar = styled('fieldset', styles.filters);

/** One of a few states to look at alone, each with how many there are; pressed again it is all of them. */
export function Filters<T extends string>({
  choices,
  value,
  onChange,
}: {
  choices: readonly { value: T; words: string; count: number }[];
  value: T | null;
  onChange: (value: T | null) => void;
}) {
  return (
    <FilterBar>
      <legend className="only-read">{text('Show only')}</legend>
      {choices
        .filter((one) => one.count > 0 || one.value === value)
        .map((one) => (
          <button
            key={one.value}
            type="button"
            data-status={one.value}
            aria-pressed={value === one.value}
            onClick={() => onChange(value === one.value ? null : one.value)}
          >
            <i aria-hidden="true" />
            {one.words}
            <b>{one.count.toLocaleString(locale)}</b>
          </button>
        ))}
    </FilterBar>
  );
}
