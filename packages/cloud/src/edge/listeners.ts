import net from 'node:net';
import tls from 'node:tls';
import { listenFault } from '../config.js';
import type { Context } from '../context.js';
import { neighbourhood } from '../http/limits/client-address.rules.js';
import { Admission } from '../network/admission.js';
import { MODERN_TLS } from '../network/tls.rules.js';
import { type Certificate, certificateEnds, followCertificate, readCertificate } from './certificate.js';
import { createPace } from './pace.js';

/** Connections that wait to be accepted, if the system allows so many: one beyond it only tries again after a second, then three, then seven. */
const MAX_UNACCEPTED = 4_096;

export interface Listeners {
  /** For all sockets, plain and TLS, including those in a handshake. */
  admission: Admission;
  /** While much of this is in work, new connections wait. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Rejects with the setting at fault when a port is taken. */
  listen(): Promise<{ port: number; tlsPort: number | null }>;
  /** Every port that the settings ask for accepts connections. */
  areOpen(): boolean;
  /** When the certificate in use ends, Unix milliseconds; null without TLS. */
  certificateEnds(): number | null;
  /** Accepts no more connections. */
  close(): void;
}

export interface ListenerOptions {
  handshakeTimeoutMs: number;
  onSocket(socket: net.Socket): void;
  onRefused(address: string, reason: string): void;
}

interface Entering {
  socket: net.Socket;
  begin(socket: net.Socket): void;
}

/** The broker's ports. Plain MQTT is limited to this machine unless the settings allow it. */
export function createListeners(
  context: Pick<Context, 'config' | 'clock' | 'log'>,
  { handshakeTimeoutMs, onSocket, onRefused }: ListenerOptions,
): Listeners {
  const { config } = context;
  const admission = new Admission({
    max: config.MQTT_CONNECTIONS,
    maxPerAddress: config.MQTT_LOGINS_PER_ADDRESS,
  });

  function admit(socket: net.Socket, isSecure: boolean): boolean {
    const { remoteAddress } = socket;
    // Already closed.
    if (remoteAddress === undefined) return false;
    const address = neighbourhood(remoteAddress);
    if (!isSecure && !config.MQTT_ALLOW_PLAINTEXT && !isLoopback(address)) {
      socket.destroy();
      onRefused(address, 'plain MQTT from another machine, which MQTT_ALLOW_PLAINTEXT does not allow');
      return false;
    }
    if (!admission.admit(socket, address)) {
      onRefused(address, 'too many connections');
      return false;
    }
    socket.once('close', () => admission.release(socket));
    return true;
  }

  const pace = createPace(({ socket, begin }: Entering) => {
    if (!socket.destroyed) begin(socket);
  });

  /** The first bytes of a connection wait in the system until `begin` lets them be read. */
  function createServer(isSecure: boolean, begin: Entering['begin']): net.Server {
    // Nagle's algorithm would cost 40 ms on every exchange.
    return net.createServer({ noDelay: true, pauseOnConnect: true }, (socket) => {
      if (admit(socket, isSecure)) pace.enter({ socket, begin });
    });
  }

  const plain = createServer(false, onSocket);
  const servers: net.Server[] = [plain];
  const closing = new AbortController();
  let certificate: Certificate | null = null;

  function createSecure(): net.Server {
    /** The raw sockets of handshakes in progress, by peer. */
    const below = new Map<string, net.Socket>();
    certificate = readCertificate(config);
    const secure = tls.createServer(
      { ...certificate, ...MODERN_TLS, handshakeTimeout: handshakeTimeoutMs },
      (socket) => {
        const peer = peerOf(socket);
        const raw = below.get(peer);
        below.delete(peer);
        if (!raw || !admission.replace(raw, socket)) return void socket.destroy();
        socket.once('close', () => admission.release(socket));
        onSocket(socket);
      },
    );
    void followCertificate(context, certificate, closing.signal, (renewed) => {
      secure.setSecureContext({ ...renewed, ...MODERN_TLS });
      certificate = renewed;
    });
    secure.on('tlsClientError', (error, socket) => {
      const address = neighbourhood(socket.remoteAddress ?? '');
      onRefused(address, `TLS handshake failed: ${error.message}`);
    });
    return createServer(true, (raw) => {
      const peer = peerOf(raw);
      below.set(peer, raw);
      raw.once('close', () => below.delete(peer));
      secure.emit('connection', raw);
    });
  }

  return {
    admission,
    during: pace.during,
    async listen() {
      const port = await listenOn(plain, 'MQTT_PORT', config.MQTT_PORT, config.HOST);
      if (config.MQTT_TLS_PORT === null) return { port, tlsPort: null };
      const secure = createSecure();
      servers.push(secure);
      return { port, tlsPort: await listenOn(secure, 'MQTT_TLS_PORT', config.MQTT_TLS_PORT, config.HOST) };
    },
    areOpen: () => servers.every((server) => server.listening),
    certificateEnds: () => certificate && certificateEnds(certificate.cert),
    close() {
      closing.abort();
      for (const server of servers) server.close();
    },
  };
}

const peerOf = ({ remoteAddress, remotePort }: net.Socket): string => `${remoteAddress} ${remotePort}`;

const isLoopback = (address: string): boolean =>
  address.startsWith('127.') || address === neighbourhood('::1');

function listenOn(
  server: net.Server,
  name: 'MQTT_PORT' | 'MQTT_TLS_PORT',
  port: number,
  host: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => reject(listenFault(error, { name, port, host }));
    server.once('error', onError);
    server.listen(port, host, MAX_UNACCEPTED, () => {
      server.off('error', onError);
      resolve((server.address() as net.AddressInfo).port);
    });
  });
}
