export { de as wording } from '@door-access/protocol/explanation/de';
export { default as words } from './de.json';
