import { ACCESS_EVENT_TYPES, DEVICE_EVENT_TYPES, PRESENCE_EVENT_TYPES } from '@door-access/protocol';

/** Every type that is stored as a row; events of people and keys only go to webhooks. */
export const EVENT_TYPES = [...ACCESS_EVENT_TYPES, ...DEVICE_EVENT_TYPES, ...PRESENCE_EVENT_TYPES] as const;
