import { ACCESS_EVENT_TYPES, DEVICE_EVENT_TYPES, PRESENCE_EVENT_TYPES } from '@door-access/protocol';

/** Every type that has a row of its own; those of people and keys go to webhooks alone. */
export const EVENT_TYPES = [...ACCESS_EVENT_TYPES, ...DEVICE_EVENT_TYPES, ...PRESENCE_EVENT_TYPES] as const;
