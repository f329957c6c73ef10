import { Uuid } from './primitives.js';

/** Topics of the gateway protocol: a gateway publishes only up and subscribes only down. */
export const UP_CHANNELS = ['status', 'journal', 'heartbeat'] as const;
export const DOWN_CHANNELS = ['session', 'command'] as const;
export type UpChannel = (typeof UP_CHANNELS)[number];
export type DownChannel = (typeof DOWN_CHANNELS)[number];

export const upTopic = (gatewayId: string, channel: UpChannel): string =>
  `gateways/${gatewayId}/up/${channel}`;
export const downTopic = (gatewayId: string, channel: DownChannel): string =>
  `gateways/${gatewayId}/down/${channel}`;
export const downFilter = (gatewayId: string): string => `gateways/${gatewayId}/down/+`;

/** What a gateway's publish may name: `gateways/{id}/up/{channel}` with a single last level; null for all else. */
export function parseUpTopic(topic: string): { gatewayId: string; channel: string } | null {
  const parts = topic.split('/');
  const [root, gatewayId, direction, channel] = parts;
  if (parts.length !== 4 || root !== 'gateways' || direction !== 'up' || !channel) return null;
  const id = Uuid.safeParse(gatewayId);
  return id.success ? { gatewayId: id.data, channel } : null;
}

/** A gateway may take `down/+` of its own, or any one channel of it. */
export const maySubscribe = (gatewayId: string, filter: string): boolean =>
  /^[^/#+]+$|^[+]$/.test(parseDownFilter(filter, gatewayId) ?? '');

/** The topic of a channel in the spelling in which a filter names the gateway; null where it does not take it. */
export function topicFor(filter: string, gatewayId: string, channel: DownChannel): string | null {
  const last = parseDownFilter(filter, gatewayId);
  return last === '+' || last === channel ? filter.slice(0, -last.length) + channel : null;
}

/** What follows `gateways/{id}/down/` of this gateway, its id in any case; null for all else. */
function parseDownFilter(filter: string, gatewayId: string): string | null {
  const [root, id = '', direction, ...rest] = filter.split('/');
  const isOwn = root === 'gateways' && id.toLowerCase() === gatewayId && direction === 'down';
  return isOwn ? rest.join('/') : null;
}
