import type { AnswerOf } from '@door-access/protocol/contract';
import type { Routes } from '../generated/routes.js';

/* The hours of a door, and what they come to. */

export type DoorSchedule = AnswerOf<Routes['GET /doors/{id}/schedule']>;
export type TogglePolicy = DoorSchedule['toggle_policy'];
export type SchedulePreview = AnswerOf<Routes['POST /doors/{id}/schedule/preview']>;
export type DayAhead = DoorSchedule['days'][number];
/** A block as it lies on one day of the place's calendar. */
export type DayBlock = DayAhead['blocks'][number];
