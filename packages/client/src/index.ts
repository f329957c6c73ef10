export * from './changes.js';
export * from './client.js';
export { DoorAccessError, type ErrorCode, type ErrorDetail, take } from './errors.js';
export type { components, operations, paths } from './generated/api.js';
export * from './list.js';
export * from './unlock.js';
export * from './webhooks.js';
