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
  if (!Uuid.safeParse(gatewayId).success) return null;
  return { gatewayId: gatewayId as string, channel };
}

/** A gateway may take `down/+` of its own, or any one channel of it. */
export function maySubscribe(gatewayId: string, filter: string): boolean {
  const prefix = `gateways/${gatewayId}/down/`;
  if (!filter.startsWith(prefix)) return false;
  const last = filter.slice(prefix.length);
  return last === '+' || (last.length > 0 && !/[/#+]/.test(last));
}
