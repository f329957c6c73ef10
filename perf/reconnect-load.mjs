// A crowd of gateways in one process, each a socket and as little MQTT as its birth needs, so that what is measured is the
// service and not this.
import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import mqttPacket from 'mqtt-packet';
import { eachPacket } from './lib/packets.mjs';
import { serve } from './lib/worker.mjs';

/** Gateways of one site share an address. */
const GATEWAYS_OF_A_SITE = 100;
const CONNACK = 2;
const PUBLISH = 3;
const PING = mqttPacket.generate({ cmd: 'pingreq' });

let crowd = [];
/** Those that have logged in; keepalive is 15 s. */
const pinging = new Set();
setInterval(() => {
  for (const socket of pinging) socket.write(PING);
}, 10_000).unref();

serve({
  /** Connects all of them, evenly spread; resolves when all have their session, or the patience is at its end. */
  async connect({ url, secure, gateways, withinMs, patienceMs }) {
    const { port, protocol } = new URL(url);
    const open = protocol === 'mqtts:' ? (to) => tls.connect({ ...to, ...secure }) : net.connect;
    const prepared = gateways.map((gateway, index) => ({
      localAddress: `127.1.${Math.floor(index / GATEWAYS_OF_A_SITE)}.1`,
      ...packetsOf(gateway),
    }));
    const began = performance.now();
    const logins = [];
    const refused = new Map();
    const born = prepared.map(async (gateway, index) => {
      if (withinMs > 0) await sleep((index / gateways.length) * withinMs);
      const start = performance.now();
      await join(open, Number(port), gateway);
      logins.push(performance.now() - start);
    });
    for (const one of born) one.catch(({ message }) => refused.set(message, (refused.get(message) ?? 0) + 1));
    await Promise.race([Promise.allSettled(born), sleep(withinMs + patienceMs)]);
    for (const [reason, times] of refused) process.stderr.write(`reconnect: ${times} times: ${reason}\n`);
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
function join(open, port, { localAddress, login, subscribe, birth }) {
  return new Promise((resolve, reject) => {
    const socket = open({ port, host: '127.0.0.1', localAddress, noDelay: true });
    crowd.push(socket);
    let rest = null;
    socket.on('error', reject);
    socket.on('close', () => {
      pinging.delete(socket);
      reject(new Error('closed'));
    });
    socket.on('connect', () => socket.write(login));
    socket.on('data', (chunk) => {
      rest = eachPacket(rest ? Buffer.concat([rest, chunk]) : chunk, (first, body) => {
        const type = first >> 4;
        if (type === CONNACK) {
          if (body[1] !== 0) return reject(new Error(`refused with ${body[1]}`));
          pinging.add(socket);
          socket.write(subscribe);
          socket.write(birth);
        }
        if (type !== PUBLISH) return;
        const end = 2 + body.readUInt16BE(0);
        // PUBACK of the same packet id.
        socket.write(Buffer.from([0x40, 2, body[end], body[end + 1]]));
        if (body.toString('latin1', end - 8, end) === '/session') resolve();
      });
    });
  });
}

const packetsOf = ({ id, secret }) => ({
  login: mqttPacket.generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId: id,
    username: id,
    password: Buffer.from(secret),
    keepalive: 15,
  }),
  subscribe: mqttPacket.generate({
    cmd: 'subscribe',
    messageId: 1,
    subscriptions: [{ topic: `gateways/${id}/down/+`, qos: 1 }],
  }),
  birth: mqttPacket.generate({
    cmd: 'publish',
    topic: `gateways/${id}/up/status`,
    payload: JSON.stringify(birth()),
    qos: 1,
    messageId: 2,
    dup: false,
    retain: false,
  }),
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
