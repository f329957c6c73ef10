// A gateway written from the protocol page: connects, sends its birth, and publishes what it is given.
import { randomUUID } from 'node:crypto';
import mqtt from 'mqtt';

export async function connect({ url, id, secret, boot, doors, start, onCommand }) {
  const client = await mqtt.connectAsync(url, {
    clientId: id,
    username: id,
    password: secret,
    clean: true,
    keepalive: 15,
    reconnectPeriod: 0,
  });
  client.stream.setNoDelay(true);
  const born = new Promise((resolve) => {
    client.on('message', (topic, payload) => {
      if (topic.endsWith('/session')) resolve();
      else onCommand?.(JSON.parse(payload.toString()));
    });
  });
  await client.subscribeAsync(`gateways/${id}/down/+`, { qos: 1 });
  const status = {
    v: 1,
    session: randomUUID(),
    online: true,
    boot,
    agent: 'bench',
    at: new Date(start).toISOString(),
    mono_ms: 0,
    clock: 'synced',
    doors: Array.from({ length: doors }, (_, index) => ({
      door: index + 1,
      contact: 'closed',
      exit_button: true,
      hold_relay: true,
      strike_on: false,
      hold_on: false,
    })),
  };
  await client.publishAsync(`gateways/${id}/up/status`, JSON.stringify(status), { qos: 1 });
  await born;
  const topic = `gateways/${id}/up/journal`;
  return {
    /** Resolves with the acknowledgement. */
    send: (payload) => client.publishAsync(topic, payload, { qos: 1 }),
    end: () => client.endAsync(true),
  };
}
