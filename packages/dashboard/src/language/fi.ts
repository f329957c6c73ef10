export { fi as wording } from '@door-access/protocol/explanation/fi';
export { default as words } from './fi.json';
