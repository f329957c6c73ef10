import type { AnswerOf } from '@door-access/protocol/contract';
import type { Routes } from '../generated/routes.js';

/* A door's past and its schedule. */

/** A door at a past moment. */
export type DoorThen = AnswerOf<Routes['GET /doors/{id}/at']>;
export type PastEvent = NonNullable<DoorThen['last_access']>;
export type DoorDay = AnswerOf<Routes['GET /doors/{id}/day']>;

export type DoorSchedule = AnswerOf<Routes['GET /doors/{id}/schedule']>;
export type TogglePolicy = DoorSchedule['toggle_policy'];
export type SchedulePreview = AnswerOf<Routes['POST /doors/{id}/schedule/preview']>;
export type DayAhead = DoorSchedule['days'][number];
/** A block as it lies on one day of the place's calendar. */
export type DayBlock = DayAhead['blocks'][number];
