import { WHY_KINDS, WHY_NOTES } from '@door-access/protocol/explanation';
import { z } from 'zod';

/** Why the rules decided so, in parts: pages make the sentence. */
export const WhyParts = z.strictObject({
  kind: z.enum(WHY_KINDS),
  window_ms: z.number(),
  unlock_ms: z.number().nullable(),
  exit: z
    .strictObject({ age_ms: z.number(), held: z.boolean(), released_ms: z.number().nullable() })
    .nullable(),
  notes: z.array(z.enum(WHY_NOTES)),
  reported_at: z.string().nullable(),
  said: z.string().nullable(),
});
