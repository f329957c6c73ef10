import type { AlarmRule } from '../types.js';

/* Parts of the week, as a person edits them: pure. */

type Block = AlarmRule['quiet'][number];
export type Day = Block['days'][number];

export interface WeekDraft extends Block {
  /** Of its own within the list. */
  id: number;
}

export const EVERY_DAY: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

export const toDrafts = (blocks: readonly Block[]): WeekDraft[] =>
  blocks.map((block, id) => ({ ...block, id }));

export const newBlock = (blocks: readonly WeekDraft[]): WeekDraft => ({
  id: Math.max(-1, ...blocks.map(({ id }) => id)) + 1,
  days: [...EVERY_DAY],
  from: '22:00',
  to: '06:00',
});

/** As it is saved. An end at midnight is that of the day, where the beginning is not midnight too. */
export function blockOf({ days, from, to }: WeekDraft): { block: Block; isOver: boolean } {
  const end = to === '00:00' ? '24:00' : to;
  return {
    block: { days, from, to: end },
    isOver: end !== '24:00' && end < from && from !== '' && end !== '',
  };
}

/** Whether it can be saved. */
export const isWhole = ({ days, from, to }: WeekDraft): boolean =>
  days.length > 0 && from !== '' && to !== '' && (from !== to || from === '00:00');
