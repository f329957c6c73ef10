// A share of a city's gateways in one process: each a socket, and as much MQTT as the agent speaks. A door is used every
// ninety seconds (exit button, open, closed within four: a record every thirty on the average), a heartbeat goes out every
// minute, a ping where nothing else was sent for a keepalive, and commands are carried out at once.
import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import mqttPacket from 'mqtt-packet';
import { eachPacket } from './lib/packets.mjs';
import { serve } from './lib/worker.mjs';

const KEEPALIVE_S = 15;
const TURN_MS = 100;
/** Turns until every gateway has had its own again. */
const TURNS = (KEEPALIVE_S * 1_000) / TURN_MS;
/** Of its turns, those in which its door is used, and those in which it sends a heartbeat. */
const VISIT_EVERY = 6;
const HEARTBEAT_EVERY = 4;
/** As the agent backs off: a random time of at most this, doubled at every failure. */
const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 60_000;
/** Addresses share their ports, of which the system has some 28,000 for each. */
const GATEWAYS_OF_AN_ADDRESS = 1_000;
const [CONNACK, PUBLISH, PUBACK] = [2, 3, 4];
const PING = mqttPacket.generate({ cmd: 'pingreq' });
/** What a door that is used reports, and how long after the first. */
const VISIT = [
  { afterMs: 0, fields: { kind: 'exit_button', pressed: true } },
  { afterMs: 1_000, fields: { kind: 'contact', state: 'open', snapshot: false } },
  { afterMs: 4_000, fields: { kind: 'contact', state: 'closed', snapshot: false } },
];

const city = [];
let turn = 0;
let isReporting = false;
const count = { records: 0, acknowledged: 0, heartbeats: 0, pings: 0, commands: 0, lost: 0, refused: 0 };

setInterval(() => {
  for (let index = turn % TURNS; index < city.length; index += TURNS)
    if (city[index].hasSession) city[index].act(Math.floor(turn / TURNS));
  turn++;
}, TURN_MS).unref();

serve({
  /** Connects them, spread over this time; resolves when all have their session, or the patience is at its end. */
  async connect({ gateways, first, port, withinMs, patienceMs }) {
    const added = gateways.map((gateway, index) => new Gateway({ ...gateway, number: first + index, port }));
    city.push(...added);
    const began = performance.now();
    const all = Promise.all(
      added.map(async (gateway, index) => {
        await sleep((index / added.length) * withinMs);
        gateway.isWanted = true;
        gateway.connect();
        await gateway.arrived;
      }),
    );
    await Promise.race([all, sleep(withinMs + patienceMs)]);
    return {
      sessions: added.filter((one) => one.hasSession).length,
      seconds: (performance.now() - began) / 1000,
    };
  },
  async report({ on }) {
    isReporting = on;
  },
  count: async () => ({ ...count, sessions: city.filter((one) => one.hasSession).length }),
  /** Every connection breaks without a goodbye, and comes back as agents do; resolves when all have their session. */
  async cut({ patienceMs }) {
    const began = performance.now();
    for (const gateway of city) gateway.cut();
    await Promise.race([Promise.all(city.map((one) => one.arrived)), sleep(patienceMs)]);
    return {
      sessions: city.filter((one) => one.hasSession).length,
      seconds: (performance.now() - began) / 1000,
    };
  },
  async end() {
    for (const gateway of city) gateway.end();
  },
});

class Gateway {
  isWanted = false;
  hasSession = false;
  arrived = null;
  #arrive = null;
  #id;
  #secret;
  #port;
  /** The turn that it begins with, so that doors are used at any time. */
  #phase;
  #localAddress;
  #socket = null;
  #rest = null;
  #failures = 0;
  #session = '';
  #boot = randomUUID();
  #journal = randomUUID();
  #seq = 0;
  #packet = 2;
  /** Records that wait for the acknowledgement of the message before; null while none is under way. */
  #waiting = [];
  #underWay = null;

  constructor({ id, secret, number, port }) {
    this.#id = id;
    this.#secret = secret;
    this.#port = port;
    this.#phase = number;
    this.#localAddress = `127.${1 + (number >> 16)}.${Math.floor(number / GATEWAYS_OF_AN_ADDRESS) % 256}.1`;
    this.#expectSession();
  }

  connect() {
    const socket = net.connect({
      port: this.#port,
      host: '127.0.0.1',
      localAddress: this.#localAddress,
      noDelay: true,
    });
    this.#socket = socket;
    socket.on('error', () => {});
    socket.on('close', () => this.#lost(socket));
    socket.on('connect', () => socket.write(this.#login()));
    socket.on('data', (chunk) => {
      this.#rest = eachPacket(this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk, (first, body) =>
        this.#take(socket, first, body),
      );
    });
  }

  cut() {
    this.#expectSession();
    this.#failures = 0;
    this.#socket?.resetAndDestroy();
  }

  end() {
    this.isWanted = false;
    this.#socket?.resetAndDestroy();
  }

  /** Its turn, once in its keepalive. */
  act(turn) {
    const round = turn + this.#phase;
    if (round % VISIT_EVERY === 0 && isReporting) {
      // One that waits for an acknowledgement sends no record now, and may not be silent for longer than its keepalive.
      if (this.#underWay) this.#ping();
      for (const { afterMs, fields } of VISIT)
        setTimeout(() => this.isWanted && this.#record(fields), afterMs);
    } else if (round % HEARTBEAT_EVERY === 1) {
      count.heartbeats++;
      this.#socket.write(this.#heartbeat());
    } else this.#ping();
  }

  #ping() {
    count.pings++;
    this.#socket.write(PING);
  }

  #expectSession() {
    this.hasSession = false;
    this.arrived = new Promise((resolve) => {
      this.#arrive = resolve;
    });
  }

  #lost(socket) {
    if (socket !== this.#socket) return;
    if (this.hasSession) {
      count.lost++;
      this.#expectSession();
    }
    this.#rest = null;
    // Sent again with what came since, as no acknowledgement will come.
    if (this.#underWay) this.#waiting.unshift(...this.#underWay);
    this.#underWay = null;
    if (!this.isWanted) return;
    const longest = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** this.#failures++);
    setTimeout(() => this.isWanted && this.connect(), Math.random() * longest);
  }

  #take(socket, first, body) {
    const type = first >> 4;
    if (type === CONNACK) {
      if (body[1] !== 0) {
        count.refused++;
        return socket.destroy();
      }
      socket.write(Buffer.concat([this.#subscribe(), this.#birth()]));
    } else if (type === PUBACK && this.#underWay && body.readUInt16BE(0) === this.#packet) {
      count.acknowledged += this.#underWay.length;
      this.#underWay = null;
      this.#send();
    } else if (type === PUBLISH) {
      const end = 2 + body.readUInt16BE(0);
      socket.write(Buffer.from([0x40, 2, body[end], body[end + 1]]));
      const channel = body.toString('latin1', end - 8, end);
      if (channel === '/session') {
        this.hasSession = true;
        this.#failures = 0;
        this.#arrive();
        this.#send();
      } else if (channel === '/command') this.#obey(JSON.parse(body.toString('utf8', end + 2)));
    }
  }

  #obey({ id: command_id, type }) {
    if (type !== 'unlock') return;
    count.commands++;
    this.#record(
      { kind: 'relay', relay: 'strike', on: true, cause: 'command', command_id },
      {
        kind: 'result',
        command_id,
        outcome: 'confirmed',
        detail: null,
      },
    );
  }

  #record(...all) {
    const now = Date.now();
    for (const fields of all) {
      count.records++;
      this.#waiting.push({
        seq: ++this.#seq,
        boot: this.#boot,
        mono_ms: performance.now(),
        at: new Date(now).toISOString(),
        clock: 'synced',
        door: 1,
        ...fields,
      });
    }
    this.#send();
  }

  #send() {
    if (this.#underWay || this.#waiting.length === 0 || !this.hasSession) return;
    this.#underWay = this.#waiting.splice(0, 100);
    this.#packet = this.#packet === 65_535 ? 3 : this.#packet + 1;
    this.#socket.write(
      this.#publish('journal', { v: 1, journal: this.#journal, records: this.#underWay }, this.#packet),
    );
  }

  #publish(channel, message, messageId) {
    return mqttPacket.generate({
      cmd: 'publish',
      topic: `gateways/${this.#id}/up/${channel}`,
      payload: JSON.stringify(message),
      qos: messageId === undefined ? 0 : 1,
      ...(messageId === undefined ? {} : { messageId }),
      dup: false,
      retain: false,
    });
  }

  #login() {
    this.#session = randomUUID();
    return mqttPacket.generate({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId: this.#id,
      username: this.#id,
      password: Buffer.from(this.#secret),
      keepalive: KEEPALIVE_S,
      will: {
        topic: `gateways/${this.#id}/up/status`,
        payload: Buffer.from(JSON.stringify({ v: 1, session: this.#session, online: false })),
        qos: 1,
        retain: false,
      },
    });
  }

  #subscribe() {
    const topic = `gateways/${this.#id}/down/+`;
    return mqttPacket.generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 1 }] });
  }

  #birth() {
    const door = { door: 1, contact: 'closed', exit_button: true, hold_relay: true };
    const birth = {
      v: 1,
      session: this.#session,
      online: true,
      boot: this.#boot,
      agent: 'bench',
      at: new Date().toISOString(),
      mono_ms: performance.now(),
      clock: 'synced',
      doors: [{ ...door, strike_on: false, hold_on: false }],
    };
    return this.#publish('status', birth, 2);
  }

  #heartbeat() {
    const vitals = {
      uptime_s: Math.round(performance.now() / 1000),
      journal_depth: 0,
      rss_mb: 70,
      temp_c: null,
    };
    return this.#publish('heartbeat', { v: 1, session: this.#session, ...vitals });
  }
}
