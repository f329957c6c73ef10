import { locale } from '../language/text.js';
import { comparisonIn } from './names.rules.js';

/* Names in the sequence of the language that the pages speak. */

interface Named {
  name: string;
}

export const compareNames = comparisonIn(locale);
export const byName = (a: Named, b: Named): number => compareNames(a.name, b.name);
export const inOrder = <T extends Named>(things: readonly T[]): T[] => [...things].sort(byName);
