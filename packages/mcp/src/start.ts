import { createDoorAccessClient } from '@door-access/client';
import { runAction } from './action-tools.js';
import { startApprovalPage } from './approval-page.js';
import { Approvals, isOfDoor, type Preview } from './approvals.js';
import { plainText } from './plain.rules.js';
import type { ToolContext } from './tool.js';

export interface Doors {
  context: ToolContext;
  close(): Promise<void>;
}

export interface DoorsOptions {
  /** Up to and including `/v1`. */
  baseUrl: string;
  apiKey: string;
  /** Of the page of approval; 0 for any. */
  approvalPort: number;
  now: () => number;
  bytes: (count: number) => Uint8Array;
  /** To the person alone: it carries one-time links. */
  say: (line: string) => void;
  fetch?: (request: Request) => Promise<Response>;
}

/** The client, and the page of approval with what waits for it: one for all conversations of the process. */
export async function openDoors(options: DoorsOptions): Promise<Doors> {
  const { baseUrl, apiKey, approvalPort, now, bytes, say, fetch } = options;
  const client = createDoorAccessClient({ baseUrl, apiKey, ...(fetch ? { fetch } : {}) });
  let approvals: Approvals;
  const page = await startApprovalPage(() => approvals, approvalPort);
  approvals = new Approvals({
    now,
    bytes,
    run: (action) => runAction(client, action),
    show: (preview, token) => say(`${summary(preview)}\n  ${page.linkOf(token)}`),
  });
  return { context: { client, approvals, now }, close: () => page.close() };
}

function summary({ action, digest }: Preview): string {
  const what = isOfDoor(action)
    ? `${action.kind} "${plainText(action.lock.name)}" (lock ${action.lock.id})${action.until === null ? '' : ` until ${action.until}`}`
    : `${action.kind === 'end_emergency' ? 'end' : 'begin'} ${action.drill ? 'a drill' : 'an emergency'}${action.kind === 'end_emergency' ? '' : ` (${action.kind})`} at "${plainText(action.location.name ?? '')}" (location ${action.location.id}, ${action.doors.length} doors)`;
  return `An assistant asks to ${what}, check ${digest}. Look at it and decide within two minutes:`;
}
