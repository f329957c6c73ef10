import { TextInput } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useEffect } from 'react';
import { RequestError } from '../api.js';
import { LanguageChooser } from '../language/chooser.jsx';
import { text } from '../language/text.js';
import { type field, focused } from '../ui/forms/form.js';
import { Narrow } from '../ui/page/narrow.jsx';
import card from '../ui/parts/card.module.css';
import { Mark } from '../ui/parts/mark.jsx';
import { Note, Problem } from '../ui/parts/text.jsx';
import styles from './card.module.css';

interface ArrivalProps {
  title: string;
  note?: ReactNode;
  onSubmit?: () => void;
  children: ReactNode;
}

/** The one thing on a page for a person who is not signed in. */
export function Arrival({ title, note, onSubmit, children }: ArrivalProps) {
  useEffect(() => {
    document.title = `${title} · ${text('Doors')}`;
  }, [title]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit?.();
  };
  return (
    <Narrow>
      <form className={`${card.card} ${styles.arrival}`} onSubmit={submit}>
        <h1>
          <Mark size={40} />
          {title}
        </h1>
        {note && <Note className={styles.intro}>{note}</Note>}
        {children}
      </form>
      <div className={styles.language}>
        <LanguageChooser />
      </div>
    </Narrow>
  );
}

/** Says who signs in, first of all fields. */
export const EmailField = (props: ReturnType<typeof field>) => (
  <TextInput
    label={text('E-mail address')}
    type="email"
    autoComplete="username"
    required
    ref={focused}
    {...props}
  />
);

/** Why a person could not sign in, in words. */
export function Fault({ error }: { error: unknown }) {
  if (!error) return null;
  return <Problem role="alert">{wordsFor(error)}</Problem>;
}

function wordsFor(error: unknown): string {
  if (!(error instanceof RequestError)) return text('Something went wrong.');
  if (error.status === 429) return text('Too many tries. Wait a few minutes and try again.');
  return error.message;
}

/** The secret of a link stands behind the `#`, which stays in the browser. */
export const linkToken = (): string => location.hash.slice(1);

/** Into the pages, and the link out of the address. */
export const goIn = (): void => location.replace('/');
