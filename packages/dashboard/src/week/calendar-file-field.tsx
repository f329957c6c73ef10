import { useState } from 'react';
import { text } from '../language/text.js';
import { Problem } from '../ui/parts/text.jsx';
import type { CalendarFile } from './calendar-file.js';

interface CalendarFileFieldProps {
  today: string;
  /** Null while a file is read, and after one that cannot be. */
  onRead(file: CalendarFile | null): void;
}

/** Takes an iCalendar file, which is read here. */
export function CalendarFileField({ today, onRead }: CalendarFileFieldProps) {
  const [fault, setFault] = useState<string | null>(null);
  async function read(picked: File | undefined) {
    if (!picked) return;
    onRead(null);
    setFault(null);
    try {
      const { MAX_BYTES, readCalendar } = await import('./calendar-file.js');
      if (picked.size > MAX_BYTES) return setFault(text('The file is larger than 1 MB: divide it.'));
      onRead(readCalendar(await picked.text(), today));
    } catch (error) {
      setFault((error as Error).message);
    }
  }
  return (
    <>
      <label>
        {text('An iCalendar file (.ics)')}
        <input
          type="file"
          accept=".ics,text/calendar"
          onChange={(event) => void read(event.currentTarget.files?.[0])}
        />
      </label>
      {fault && <Problem role="alert">{fault}</Problem>}
    </>
  );
}
