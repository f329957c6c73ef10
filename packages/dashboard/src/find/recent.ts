import { type Row, readRecent, withRecent } from './rows.rules.js';

/* What a person chose lately, in the tab's own storage, which ends with the session. */

const keyOf = (userId: string): string => `chosen by ${userId}`;

export const recentOf = (userId: string): Row[] => readRecent(sessionStorage.getItem(keyOf(userId)));

export function remember(userId: string, row: Row): void {
  sessionStorage.setItem(keyOf(userId), JSON.stringify(withRecent(recentOf(userId), row)));
}
