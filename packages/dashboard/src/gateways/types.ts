import type { AnswerOf } from '@door-access/protocol/contract';
import type { Routes } from '../generated/routes.js';

export type OpenCode = AnswerOf<Routes['POST /gateways/pair']>;
export type GatewayDetails = AnswerOf<Routes['GET /gateways/{id}']>;
export type TerminalFault = GatewayDetails['faults'][number];
