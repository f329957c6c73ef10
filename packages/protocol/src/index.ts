export * from './canonical.js';
export * from './clock.js';
export * from './decision.js';
export * from './down.js';
export * from './events.js';
export * from './primitives.js';
export * from './topics.js';
export * from './up.js';
