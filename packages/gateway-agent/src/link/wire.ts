import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import {
  downFilter,
  KEEPALIVE_SECONDS,
  MAX_PAYLOAD_BYTES,
  PROTOCOL_VERSION,
  upTopic,
  type Will,
} from '@door-access/protocol';
import type { IClientOptions } from 'mqtt';
import { reasonOf } from '../reason.rules.js';

/* One MQTT 3.1.1 connection, as little of it as the link needs. */

export interface WireRequest {
  readonly gatewayId: string;
  readonly secret: string;
  readonly will: { readonly topic: string; readonly payload: string };
  /** Subscribed before `connect` resolves. */
  readonly filter: string;
  onMessage(topic: string, payload: Uint8Array): void;
}

/** A connection by which a credential is tried, and nothing done. */
export const trialOf = (
  { gatewayId, secret }: Pick<WireRequest, 'gatewayId' | 'secret'>,
  session: string,
): WireRequest => ({
  gatewayId,
  secret,
  will: {
    topic: upTopic(gatewayId, 'status'),
    payload: JSON.stringify({ v: PROTOCOL_VERSION, session, online: false } satisfies Will),
  },
  filter: downFilter(gatewayId),
  onMessage: () => undefined,
});

export interface Wire {
  /** QoS 1 resolves at PUBACK; rejects where the connection ends before. QoS 0 is gone once written. */
  publish(topic: string, payload: string, qos: 0 | 1): Promise<void>;
  /** Resolves with the reason once the connection is gone, for whatever cause. */
  readonly closed: Promise<Error>;
  /** Says goodbye, so that no Will is sent. */
  end(): Promise<void>;
  /** Cuts the connection. */
  cut(): void;
}

/** Resolves once connected and subscribed; the signal gives it up. */
export type Connect = (request: WireRequest, signal: AbortSignal) => Promise<Wire>;

/** The broker does not know the gateway's id, or not with this secret. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

export type OpenSocket = () => Socket;

/** Opens plain TCP or TLS to the cloud; `ca` are PEM certificates to trust instead of the system's. */
export function socketTo(url: URL, ca: string | null): OpenSocket {
  // URL keeps the brackets of an IPv6 address.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const tls = url.protocol === 'mqtts:';
  const port = Number(url.port || (tls ? 8883 : 1883));
  return () => {
    const socket = tls ? openTls(host, port, ca) : connectTcp({ host, port });
    // Nagle's algorithm would add 44 ms to every small exchange.
    socket.setNoDelay(true);
    return socket;
  };
}

/** The certificate must be for `host`, be it a name or an address; only a name may be asked for (SNI, RFC 6066). */
export function openTls(host: string, port: number, ca: string | null): TLSSocket {
  return connectTls({ host, port, ...(isIP(host) ? {} : { servername: host }), ...(ca ? { ca } : {}) });
}

const CONNECT_TIMEOUT_MS = 10_000;
const BAD_CREDENTIAL = 4;
const NOT_AUTHORIZED = 5;
const REFUSED_IDENTIFIER = 2;
/** The packet that says goodbye. mqtt.js would hold it back until everything is acknowledged, however long that takes. */
const DISCONNECT = Uint8Array.of(0xe0, 0);

/**
 * Connections over mqtt.js, which neither queues nor reconnects here: that is the link's work. A link on which
 * nothing has come for one and a half keepalives is dead, even if it was not closed.
 */
export function mqttConnect(openSocket: OpenSocket, keepaliveSeconds = KEEPALIVE_SECONDS): Connect {
  return async (request, signal) => {
    // Loaded when first connecting: at the start, relays come first.
    const { MqttClient } = (await import('mqtt')).default;
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const options: IClientOptions = {
        protocolVersion: 4,
        clean: true,
        clientId: request.gatewayId,
        username: request.gatewayId,
        password: request.secret,
        keepalive: keepaliveSeconds,
        reconnectPeriod: 0,
        connectTimeout: CONNECT_TIMEOUT_MS,
        queueQoSZero: false,
        resubscribe: false,
        // 65,536 numbers made in advance at the first packet: 90 ms and 15 MB, many times so on a small board.
        writeCache: false,
        will: {
          topic: request.will.topic,
          payload: Buffer.from(request.will.payload),
          qos: 1,
          retain: false,
        },
      };
      let failure: Error | null = null;
      let socket: Socket;
      const client = new MqttClient(() => {
        socket = openSocket();
        socket.once('error', (error) => {
          failure ??= error.message ? error : new Error(reasonOf(error), { cause: error });
        });
        return socket;
      }, options);
      const cut = () => client.end(true);
      const onAbort = () => {
        failure ??= signal.reason as Error;
        cut();
      };
      signal.addEventListener('abort', onAbort, { once: true });
      client.on('error', (error: Error & { code?: number | string }) => {
        const refused =
          error.code === BAD_CREDENTIAL || error.code === NOT_AUTHORIZED || error.code === REFUSED_IDENTIFIER;
        failure ??= refused ? new RefusedError(error.message) : error;
        cut();
      });
      client.on('message', (topic, payload) => {
        // Its acknowledgement leaves behind what the message sets going: a write to a socket takes longer than a strike.
        socket.cork();
        setImmediate(() => socket.uncork());
        if (payload.length <= MAX_PAYLOAD_BYTES) request.onMessage(topic, payload);
      });
      const closed = new Promise<Error>((resolve) => {
        client.once('close', () => {
          signal.removeEventListener('abort', onAbort);
          resolve(failure ?? new Error('the connection was closed'));
        });
      });
      void closed.then(reject);
      client.once('connect', () => {
        client.subscribe(request.filter, { qos: 1 }, (error, grants) => {
          if (error || grants?.some((grant) => grant.qos >= 128)) {
            failure ??= error ?? new Error('the subscription was refused');
            return cut();
          }
          resolve({ publish, closed, cut, end });
        });
      });
      const end = async () => {
        socket.end(DISCONNECT);
        await closed;
      };
      const unacknowledged = new Set<(reason: Error) => void>();
      void closed.then((reason) => {
        for (const fail of unacknowledged) fail(reason);
      });
      const publish = (topic: string, payload: string, qos: 0 | 1) =>
        new Promise<void>((done, fail) => {
          if (!client.connected) return fail(failure ?? new Error('not connected'));
          unacknowledged.add(fail);
          client.publish(topic, payload, { qos }, (error) => {
            unacknowledged.delete(fail);
            if (error) fail(error);
            else done();
          });
        });
    });
  };
}
