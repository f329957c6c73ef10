import { Button, Checkbox, NativeSelect } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { text } from '../../language/text.js';
import { useHere } from '../../session.js';
import { Buttons } from '../parts/button.jsx';
import { Failure } from '../parts/failure.jsx';
import { Dialog } from './dialog.jsx';
import styles from './form-dialog.module.css';

interface FormDialogProps {
  title: string;
  /** What the button that sends it says. */
  action: string;
  /** What `useChange` gave. */
  change: { mutate(): void; isPending: boolean; general: unknown };
  /** Whether it can be sent as it is; true where it is left out. */
  isReady?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** A form in a dialog: sent by Enter or its button, left by Escape or Cancel, with what was refused in words. */
export function FormDialog({ title, action, change, isReady = true, onClose, children }: FormDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        {children}
        {change.general ? <Failure error={change.general} /> : null}
        <Buttons>
          <Button variant="default" onClick={onClose}>
            {text('Cancel')}
          </Button>
          <Button type="submit" loading={change.isPending} disabled={!isReady}>
            {action}
          </Button>
        </Buttons>
      </form>
    </Dialog>
  );
}

interface LocationFieldProps {
  label?: string;
  value: number;
  error?: string | undefined;
  onChange(id: number): void;
}

/** One of the locations that the person may act for; nothing where there is but one. */
export function LocationField({ label = text('Location'), value, error, onChange }: LocationFieldProps) {
  const { locations } = useHere();
  if (locations.length < 2) return null;
  return (
    <NativeSelect
      label={label}
      value={value}
      error={error}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    >
      {locations.map((location) => (
        <option key={location.id} value={location.id}>
          {location.name}
        </option>
      ))}
    </NativeSelect>
  );
}

interface ChoicesProps<T> {
  options: readonly { value: T; label: string; description?: string }[];
  chosen: readonly T[];
  onChange(chosen: T[]): void;
  /** Many: the box scrolls. */
  isLong?: boolean;
}

/** Any number out of a list, as boxes to tick; stands in a `fieldset` whose legend asks. */
export function Choices<T extends string | number>({ options, chosen, onChange, isLong }: ChoicesProps<T>) {
  return (
    <div className={isLong ? `${styles.choices} ${styles.tall}` : styles.choices}>
      {options.map(({ value, label, description }) => (
        <Checkbox
          key={value}
          label={label}
          description={description}
          checked={chosen.includes(value)}
          onChange={(event) =>
            onChange(
              event.currentTarget.checked ? [...chosen, value] : chosen.filter((other) => other !== value),
            )
          }
        />
      ))}
    </div>
  );
}
