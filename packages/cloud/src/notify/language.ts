import { z } from 'zod';
import { LANGUAGES } from './channels/speech.rules.js';

/** The language of a person who reads what the service draws; their page says it. */
export const LanguageParam = z.enum(LANGUAGES).default('en');
