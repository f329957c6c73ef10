/* The service for a program that runs it within itself, as the test double for integrators does. */

export { type Cloud, type StartOptions, startCloud } from './cloud.js';
export { type Config, readConfig } from './config.js';
export type { Attempt, AttemptOutcome, Sender } from './deliveries/send.js';
export { listBenchGateways } from './gateways/bench.js';
export { SCOPES } from './http/endpoint.js';
export { applySite } from './site/apply-site.js';
export { parseSiteFile, readSiteFile, type SiteFile } from './site/site-file.js';
export type { SiteResult } from './site/site-result.js';
export type { Work } from './worker/workers.js';
