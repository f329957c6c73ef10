import type { AnswerOf } from '@door-access/protocol/contract';
import type { Routes } from '../generated/routes.js';

/* A door's past. */

/** A door at a past moment. */
export type DoorThen = AnswerOf<Routes['GET /doors/{id}/at']>;
export type PastEvent = NonNullable<DoorThen['last_access']>;
export type DoorDay = AnswerOf<Routes['GET /doors/{id}/day']>;
