import { useEffect, useState } from 'react';
import { after } from '../clock.js';

/** Typing pauses for as long as this. */
const PAUSE_MS = 120;

/** A value once it has not changed for a moment, so that a word is asked for and not each character of it. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => after(PAUSE_MS, () => setSettled(value)), [value]);
  return settled;
}
