import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import { text } from '../../language/text.js';
import styles from './pick.module.css';

export interface Choice {
  value: string;
  label: string;
  /** Distinguishes choices with the same label. */
  note?: string;
}

interface PickProps {
  label: string;
  placeholder?: string;
  description?: string;
  error?: string | undefined;
  /** The label of the chosen value; empty if there is none. */
  shown: string;
  /** The choices for the typed text. */
  choices: readonly Choice[];
  /** The message if nothing matches; null while that is not known yet. */
  none: string | null;
  onType(typed: string): void;
  /** Empty clears the choice. */
  onChoose(value: string): void;
}

/** Chooses one of many by typing: a list below the field, for the mouse and the keyboard. */
export function Pick({ shown, choices, none, error, onType, onChoose, ...field }: PickProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const id = useId();
  const type = (now: string | null) => {
    setTyped(now);
    setOpen(now !== null);
    setActive(0);
    onType(now ?? '');
  };
  const choose = (value: string) => {
    type(null);
    onChoose(value);
  };
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    const chosen = choices[active];
    if (step !== 0) {
      event.preventDefault();
      if (!isOpen) type(typed ?? '');
      else setActive((active + step + choices.length) % Math.max(choices.length, 1));
    } else if (isOpen && key === 'Enter') {
      event.preventDefault();
      if (chosen) choose(chosen.value);
    } else if (isOpen && key === 'Escape') {
      // Keep the surrounding dialog open.
      event.preventDefault();
      event.stopPropagation();
      type(null);
    }
  };
  const unchosen = typed ? text('Choose one from the list, or empty the field.') : '';
  return (
    <div className={styles.pick}>
      <TextInput
        {...field}
        // No form is sent with a text that chooses nothing.
        ref={(input) => input?.setCustomValidity(unchosen)}
        error={isOpen || unchosen === '' ? error : unchosen}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && choices[active] ? `${id}-${active}` : undefined}
        autoComplete="off"
        value={typed ?? shown}
        onChange={(event) => {
          const { value } = event.currentTarget;
          type(value);
          if (value === '' && shown !== '') onChoose('');
        }}
        onClick={() => !isOpen && type(typed ?? '')}
        onBlur={() => (typed ? setOpen(false) : type(null))}
        onKeyDown={press}
      />
      {isOpen && (choices.length > 0 || none !== null) && (
        <div id={id} role="listbox" tabIndex={-1} aria-label={field.label}>
          {choices.map(({ value, label, note }, index) => (
            <div
              key={value}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onMouseDown={(event) => {
                // Keep the focus in the field.
                event.preventDefault();
                choose(value);
              }}
            >
              {label}
              {note && <small>{note}</small>}
            </div>
          ))}
          {choices.length === 0 && (
            <div role="option" tabIndex={-1} aria-disabled="true" aria-selected={false}>
              {none}
            </div>
          )}
        </div>
      )}
    </div>
  );
}
