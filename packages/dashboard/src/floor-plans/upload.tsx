import { Button } from '@mantine/core';
import { useRef } from 'react';
import { call } from '../api.js';
import { Failure } from '../ui/failure.jsx';
import { useChange } from '../ui/form.js';
import { Problem } from '../ui/text.jsx';
import { DrawingError, drawingOf } from './drawing.js';

/** Chooses a file, and puts it in place of the drawing. */
export function Upload({ id, children }: { id: number; children: string }) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useChange(
    async (file: File) => call('PUT', `/locations/${id}/plan/image`, { body: await drawingOf(file) }),
    ['floor-plan', 'floor-plans'],
  );
  return (
    <>
      <Button variant="default" loading={upload.isPending} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={children}
        accept="image/png,image/jpeg,image/webp,application/pdf"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file may be chosen again.
          currentTarget.value = '';
          if (file) upload.mutate(file);
        }}
      />
      {upload.error instanceof DrawingError && <Problem role="alert">{upload.error.message}</Problem>}
      {upload.isError && !(upload.error instanceof DrawingError) && <Failure error={upload.error} />}
    </>
  );
}
