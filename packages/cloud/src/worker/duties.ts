import type { ApplyInput } from '../locks/apply.js';

/** One kind of due work about doors: which rows are due, when the next one is, and what it means to the rules. */
export interface Duty {
  name: string;
  /** Parameters: now, most rows. */
  due: string;
  /** One value: the earliest due time. */
  next: string;
  input: (row: { id: string | number }) => ApplyInput;
}

export const DUTIES: readonly Duty[] = [
  {
    name: 'command',
    due: 'select id from command where due_at <= $1 order by due_at limit $2',
    next: 'select min(due_at) from command where due_at is not null',
    input: ({ id }) => ({ kind: 'command', command_id: String(id), input: { kind: 'due' } }),
  },
  {
    name: 'presence',
    due: 'select id from gateway where offline_due_at <= $1 order by offline_due_at limit $2',
    next: 'select min(offline_due_at) from gateway where offline_due_at is not null',
    input: ({ id }) => ({ kind: 'presence', gateway_id: String(id), input: { kind: 'silence' } }),
  },
  {
    name: 'door',
    due: 'select lock_id as id from door_state where due_at <= $1 order by due_at limit $2',
    next: 'select min(due_at) from door_state where due_at is not null',
    input: ({ id }) => ({ kind: 'door', lock_id: Number(id), input: { kind: 'look' } }),
  },
];
