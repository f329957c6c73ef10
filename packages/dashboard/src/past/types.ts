import type { AnswerOf } from '@door-access/protocol/contract';
import type { Routes } from '../generated/routes.js';

export type DoorRange = AnswerOf<Routes['GET /doors/{id}/range']>;
