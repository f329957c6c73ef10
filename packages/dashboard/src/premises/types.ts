import type { AnswerOf } from '@door-access/protocol/contract';
import type { Routes } from '../generated/routes.js';

export type DoorSetUp = AnswerOf<Routes['GET /doors/{id}/set-up']>;
export type LocationSetUp = AnswerOf<Routes['GET /locations/{id}']>;
export type Group = AnswerOf<Routes['GET /groups']>['data'][number];
export type GroupDetails = AnswerOf<Routes['GET /groups/{id}']>;
export type DoorAccess = AnswerOf<Routes['GET /doors/{id}/access']>;
export type PersonAccess = AnswerOf<Routes['GET /people/{id}/access']>;
export type Holder = DoorAccess['keys'][number];
