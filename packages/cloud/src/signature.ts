/* How deliveries are signed, for a program that makes some for tests. */

export { sign, signStandard } from './deliveries/signature.rules.js';
