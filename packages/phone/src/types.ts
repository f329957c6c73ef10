import type { AnswerOf } from '@door-access/protocol/contract';
import type { Routes } from './generated/routes.js';

/* Names for what the service answers the phone key; the shapes are those that its endpoints declare. */

export type Ring = AnswerOf<Routes['GET /ring']>;
export type Door = Ring['doors'][number];
export type Key = Ring['keys'][number];
export type Pressed = AnswerOf<Routes['POST /doors/{id}/presses']>;
export type Command = AnswerOf<Routes['GET /orders/{id}']>;

/** How long a phone may hold a door open. */
export type HoldLength = Routes['POST /doors/{id}/hold']['body']['length'];

/** The action that a press requests. */
export type Wish = { act: 'unlock' } | { act: 'hold'; length: HoldLength } | { act: 'release' };
