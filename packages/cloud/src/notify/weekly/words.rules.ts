import type { Language } from '../channels/speech.rules.js';
import { de } from './de.rules.js';
import { en } from './en.rules.js';
import { fi } from './fi.rules.js';
import { sv } from './sv.rules.js';
import type { WeeklyWords } from './weekly.types.js';

export const WEEKLY_WORDS: Record<Language, WeeklyWords> = { en, fi, sv, de };
