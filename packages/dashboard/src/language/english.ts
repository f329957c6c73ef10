import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** What the build has parsed the messages of the sources to, by message: see parsed-messages.ts. None where no build ran. */
export const english: Record<string, MessageFormatElement[]> = {};
