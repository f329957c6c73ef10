import { TextInput, type TextInputProps } from '@mantine/core';
import { useDeferredValue } from 'react';
import { useTyped } from '../page/address.js';
import { Icon } from '../parts/icon.jsx';
import styles from './filters.module.css';

/** The maximum that the interface takes. */
const MAX_SEARCH = 200;

/** What is searched for: as it is typed, as the address keeps it, and as the service is asked. */
export function useSearched() {
  const typed = useTyped('search');
  return { typed, asked: useDeferredValue(typed.value.trim().slice(0, MAX_SEARCH)) };
}

interface SearchFieldProps extends Pick<TextInputProps, 'ref' | 'placeholder'> {
  typed: ReturnType<typeof useTyped>;
  /** For those who do not see the icon. */
  name: string;
}

/** Searches the list below it. */
export function SearchField({ typed, name, ...more }: SearchFieldProps) {
  return (
    <TextInput
      type="search"
      className={styles.search}
      aria-label={name}
      leftSection={<Icon name="search" size={18} />}
      maxLength={MAX_SEARCH}
      value={typed.value}
      onChange={(event) => typed.set(event.currentTarget.value)}
      onBlur={typed.keep}
      {...more}
    />
  );
}
