import type { Evidence } from './evidence.js';
import type { Report } from './judge.js';

export function judgePresence(_evidence: Evidence, _report: Report): void {}
