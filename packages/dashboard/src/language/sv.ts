export { sv as wording } from '@door-access/protocol/explanation/sv';
export { default as words } from './sv.json';
