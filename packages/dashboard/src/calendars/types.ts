import type { AnswerOf } from '@door-access/protocol/contract';
import type { Routes } from '../generated/routes.js';

export type Calendar = AnswerOf<Routes['GET /calendars/{id}']>;
export type SetDay = Calendar['set_days'][number];
export type CalendarBody = Routes['POST /calendars/{id}/preview']['body'];
export type Overlaps = AnswerOf<Routes['POST /calendars/{id}/preview']>['overlaps'];
export type Overlap = Overlaps['data'][number];
export type Year = AnswerOf<Routes['GET /doors/{id}/year']>;
export type YearDay = Year['days'][number];
