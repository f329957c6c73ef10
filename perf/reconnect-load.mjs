// A crowd of gateways in one process, each a socket and as little MQTT as its birth needs.
import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import mqttPacket from 'mqtt-packet';
import { serve } from './lib/worker.mjs';

let crowd = [];

serve({
  /** Connects all of them, evenly spread; resolves when all have their session, or the patience is at its end. */
  async connect({ url, gateways, withinMs, patienceMs }) {
    const { port } = new URL(url);
    const began = performance.now();
    const logins = [];
    const born = gateways.map(async (gateway, index) => {
      await sleep((index / gateways.length) * withinMs);
      const start = performance.now();
      await join(Number(port), gateway);
      logins.push(performance.now() - start);
    });
    await Promise.race([Promise.allSettled(born), sleep(withinMs + patienceMs)]);
    return {
      sessions: logins.length,
      seconds: (performance.now() - began) / 1000,
      latest: logins.reduce((max, one) => Math.max(max, one), 0),
    };
  },
  /** Like a failing network: no connection says goodbye. */
  async drop() {
    for (const socket of crowd) socket.destroy();
    crowd = [];
  },
});

/** Logs in, subscribes and is born; resolves with the session message. */
function join(port, { id, secret }) {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
    crowd.push(socket);
    const send = (packet) => socket.write(mqttPacket.generate(packet));
    const parser = mqttPacket.parser();
    socket.on('data', (chunk) => parser.parse(chunk));
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('closed')));
    socket.on('connect', () => send(login(id, secret)));
    parser.on('error', reject);
    parser.on('packet', (packet) => {
      if (packet.cmd === 'connack') {
        if (packet.returnCode !== 0) return reject(new Error(`refused with ${packet.returnCode}`));
        const topic = `gateways/${id}/down/+`;
        send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 1 }] });
        const payload = JSON.stringify(birth());
        send({
          cmd: 'publish',
          topic: `gateways/${id}/up/status`,
          payload,
          qos: 1,
          messageId: 2,
          dup: false,
          retain: false,
        });
      }
      if (packet.cmd !== 'publish') return;
      send({ cmd: 'puback', messageId: packet.messageId });
      if (packet.topic.endsWith('/session')) resolve();
    });
    // Keepalive is 15 s.
    const ping = setInterval(() => send({ cmd: 'pingreq' }), 10_000);
    socket.on('close', () => clearInterval(ping));
  });
}

const login = (id, secret) => ({
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 4,
  clean: true,
  clientId: id,
  username: id,
  password: Buffer.from(secret),
  keepalive: 15,
});

const birth = () => ({
  v: 1,
  session: randomUUID(),
  online: true,
  boot: randomUUID(),
  agent: 'bench',
  at: new Date().toISOString(),
  mono_ms: 1,
  clock: 'synced',
  doors: [
    { door: 1, contact: 'closed', exit_button: true, hold_relay: true, strike_on: false, hold_on: false },
  ],
});
