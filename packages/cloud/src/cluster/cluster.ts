import { z } from 'zod';
import type { Context, Downlink } from '../context.js';
import { AnswerText, CommandText, channelOf, createHandOver } from './hand-over.js';
import { notify, openLine } from './line.js';
import { join, type Membership } from './membership.js';
import { NudgeText, passNudges } from './nudges.js';

/**
 * This process among those of the service: a lease that shows it is alive, nudges between processes, and messages
 * handed to the process that holds a gateway's connection. A single process costs nothing but the lease.
 */
export interface Cluster {
  leave(): Promise<void>;
}

const EVERYBODY = 'instances';
const CameOrWent = z.object({ kind: z.literal('members'), from: z.uuid() });
const Text = z.union([NudgeText, CommandText, AnswerText, CameOrWent]);

/**
 * Joins the others; `context.instanceId` is set, and `context.downlink` reaches every gateway, from then on.
 * @param local the connections of this process
 * @param alone the settings say that there is no other process
 * @throws DifferentKeyError
 */
export async function joinCluster(context: Context, local: () => Downlink, alone: boolean): Promise<Cluster> {
  const { pool, log } = context;
  const id = context.ids.uuid();
  let membership: Membership | null = null;
  const hasOthers = () => (membership?.others() ?? 0) > 0;

  const sayMembers = () => say(pool, [JSON.stringify({ kind: 'members', from: id })]);
  const nudges = passNudges(context, id, (texts) => say(pool, texts), hasOthers);
  const handOver = createHandOver(context, id, local);

  function onHeard(text: string): void {
    const heard = parse(text);
    if (!heard) log.warn('a text on the line that is none of ours');
    else if (heard.kind === 'order') handOver.take(heard);
    else if (heard.kind === 'answer') handOver.answered(heard);
    else if (heard.kind === 'nudge') nudges.hear(heard);
    else if (heard.from !== id) membership?.look();
  }

  const line = await openLine(context, {
    channels: [EVERYBODY, channelOf(id)],
    onHeard,
    onBack() {
      membership?.look();
      nudges.callAll();
    },
  });
  try {
    membership = await join(context, line, id, alone);
    await sayMembers();
  } catch (error) {
    await nudges.close();
    await line.close();
    throw error;
  }

  context.instanceId = id;
  context.downlink = {
    // Another process may hold the connection; the hand-over finds out.
    isConnected: (gatewayId, session) => local().isConnected(gatewayId, session) || hasOthers(),
    publish: (gatewayId, session, channel, message) =>
      hasOthers() && !local().isConnected(gatewayId, session)
        ? handOver.publish(gatewayId, session, channel, message)
        : local().publish(gatewayId, session, channel, message),
  };
  const joined = membership;
  return {
    async leave() {
      await nudges.close();
      await joined.leave();
      await sayMembers().catch(() => {});
      await line.close();
    },
  };
}

/** Sends texts to every process of the service. */
export const say = (pool: Context['pool'], texts: string[]): Promise<void> => notify(pool, EVERYBODY, texts);

function parse(text: string): z.infer<typeof Text> | null {
  try {
    return Text.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
