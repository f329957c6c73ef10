import { z } from 'zod';
import {
  CHANGES_NOTHING,
  changesSomething,
  Instant,
  IntIdParam,
  listOf,
  Named,
  NameField,
  PersonName,
  pageParameters,
  Timestamp,
  UuidField,
  UuidParam,
} from '../http/schemas.js';
import { CHANNELS, INVITATION_CHANNELS, INVITATION_STATES, KEY_STATES } from './key.rules.js';

/* What keys and invitations look like on the wire. */

const MAX_GROUPS = 100;

export const SHOWN = '`shown`: sent to no one, but shown on a screen to a visitor.';

const security_groups = z
  .array(z.string())
  .min(1, 'must name at least one security group')
  .max(MAX_GROUPS, `must name at most ${MAX_GROUPS} security groups`)
  .meta({ description: "Codes of the key's location." });
const starts_at = Instant.optional();
const expires_at = z
  .union([Instant, z.null()], 'must be an ISO 8601 date and time with a zone, or null')
  .optional();

export const NewKeyBody = z.strictObject({
  person_id: UuidField,
  name: NameField,
  security_groups,
  channel: z.enum(CHANNELS, `must be one of ${CHANNELS.join(', ')}`),
  starts_at: starts_at.meta({ description: 'Now when left out.' }),
  expires_at: expires_at.meta({ description: 'Null, or left out: without an end.' }),
});

export const KeyChangeBody = z
  .strictObject({
    name: NameField.optional(),
    security_groups: security_groups.optional(),
    starts_at,
    expires_at: expires_at.meta({ description: 'Null takes the end away.' }),
  })
  .refine(changesSomething, CHANGES_NOTHING);

export const KeyAnswer = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    state: z.enum(KEY_STATES).nullable().meta({ description: 'Null until it is first handed over.' }),
    person: PersonName.nullable().meta({ description: 'Null once erased.' }),
    location: Named,
    security_groups: z.array(z.string()),
    starts_at: Timestamp,
    expires_at: Timestamp.nullable(),
    handed_over_at: Timestamp.nullable(),
    returned_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
    invitation: z.strictObject({ id: z.int(), state: z.enum(INVITATION_STATES) }).nullable(),
  })
  .meta({ id: 'Key' });
export const KeyList = listOf(KeyAnswer);

export const KeyListQuery = z.strictObject({
  person_id: UuidParam.optional(),
  state: z
    .enum([...KEY_STATES, 'none'])
    .optional()
    .meta({ description: '`none`: never handed over.' }),
  ...pageParameters,
});

export const InvitationAnswer = z
  .strictObject({
    id: z.int(),
    state: z.enum(INVITATION_STATES),
    channel: z.enum(INVITATION_CHANNELS).meta({ description: SHOWN }),
    key: Named,
    person: PersonName.nullable().meta({ description: 'Null once erased.' }),
    security_groups: z.array(z.string()),
    starts_at: Timestamp,
    expires_at: Timestamp.meta({ description: "The key's; of a key without an end, the link's." }),
    link_expires_at: Timestamp,
    sent_at: Timestamp,
    resend_count: z.int(),
    activated_at: Timestamp.nullable(),
    cancelled_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'Invitation' });
export const InvitationList = listOf(InvitationAnswer);

export const InvitationListQuery = z.strictObject({
  state: z.enum(INVITATION_STATES).optional(),
  key_id: IntIdParam.optional(),
  person_id: UuidParam.optional(),
  ...pageParameters,
});
