import type { DoorAccessClient } from '@door-access/client';
import type { z } from 'zod';
import type { Approvals } from './approvals.js';

export interface ToolContext {
  client: DoorAccessClient;
  approvals: Approvals;
  /** Unix milliseconds. */
  now: () => number;
}

/** One tool: its strict schema, and what it answers with, before it is made plain. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  /** Nothing that it does moves a door or changes a setting. */
  reads: boolean;
  run(context: ToolContext, given: Record<string, unknown>): Promise<unknown>;
}

/** Types the arguments of `run` by the schema. */
export const tool = <Input extends z.ZodObject>(
  declared: Omit<Tool, 'input' | 'run'> & {
    input: Input;
    run(context: ToolContext, given: z.infer<Input>): Promise<unknown>;
  },
): Tool => declared as unknown as Tool;
