import { systemClock } from '@door-access/protocol';
import { afterAll } from '@jest/globals';
import { connectGateway, type RawGateway } from '../../../test/raw-gateway.js';
import type { Service } from './service.js';

/** A gateway of the site file, which answers as its test says. */
export async function gatewayOf({ site }: Service, ref: string): Promise<RawGateway> {
  const { id = '', secret = '' } = site.gateways[ref] ?? {};
  const { now, monotonic } = systemClock;
  const gateway = await connectGateway({ url: site.mqtt_url, id, secret, now, monotonic });
  afterAll(() => gateway.end(true));
  return gateway;
}
