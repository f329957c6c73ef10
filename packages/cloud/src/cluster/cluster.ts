import { z } from 'zod';
import type { Context, Downlink } from '../context.js';
import { AnswerText, CommandText, createHandOver } from './hand-over.js';
import { createMembership, type Membership } from './membership.js';
import { NudgeText, passNudges } from './nudges.js';
import { HereText, openReach, type Way } from './reach.js';

/**
 * This process among those of the service: a lease that shows it is alive, nudges between processes, and messages
 * handed to the process that holds a gateway's connection. A single process costs nothing but the lease.
 */
export interface Cluster {
  leave(): Promise<void>;
}

const CameOrWent = z.object({ kind: z.literal('members'), from: z.uuid() });
const Text = z.union([NudgeText, CommandText, AnswerText, CameOrWent, HereText]);

/**
 * Joins the others; `context.instanceId` is set, and `context.downlink` reaches every gateway, from then on.
 * @param local the connections of this process
 * @param alone the settings say that there is no other process
 * @throws DifferentKeyError
 */
export async function joinCluster(context: Context, local: () => Downlink, alone: boolean): Promise<Cluster> {
  const { log } = context;
  const id = context.ids.uuid();
  let membership: Membership | null = null;
  const others = () => membership?.others() ?? [];
  const hasOthers = () => others().length > 0;

  // Until it joins, no other process has anything to say to it: what it has missed is read then.
  let hear = (_text: string, _way: Way) => {};
  let onBack = () => {};
  const reach = await openReach(context, {
    id,
    others,
    onHeard: (text, way) => hear(text, way),
    onBack: () => onBack(),
  });
  // Before joining: another one may come meanwhile.
  const joined = createMembership(context, reach.postgres, id, () =>
    reach.notifyAll([JSON.stringify({ kind: 'members', from: id })]),
  );
  membership = joined;
  const nudges = passNudges(context, id, reach.toAll, hasOthers);
  const handOver = createHandOver(context, id, local, reach);

  onBack = () => {
    joined.look();
    nudges.callAll();
  };
  hear = (text, way) => {
    const heard = parse(text);
    if (!heard) log.warn('a text on the line that is none of ours');
    else if (heard.kind === 'order') handOver.take(heard, way);
    else if (heard.kind === 'answer') handOver.answered(heard);
    else if (heard.kind === 'nudge') nudges.hear(heard);
    else if (heard.from === id) return;
    else if (heard.kind === 'members') {
      joined.look();
      reach.announce();
    } else reach.hear(heard);
  };

  try {
    await joined.join(alone);
  } catch (error) {
    await nudges.close();
    await reach.close();
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
  return {
    async leave() {
      await nudges.close();
      await joined.leave();
      await reach.close();
    },
  };
}

function parse(text: string): z.infer<typeof Text> | null {
  try {
    return Text.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
