import { Button } from '@mantine/core';
import { useRef } from 'react';

interface FileButtonProps {
  /** As of an input: types, by commas. */
  accept: string;
  isBusy: boolean;
  children: string;
  onFile(file: File): void;
}

/** Chooses one file. */
export function FileButton({ accept, isBusy, children, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="default" loading={isBusy} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={children}
        accept={accept}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file may be chosen again.
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
