import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '@door-access/protocol';
import { Admission } from '../../network/admission.js';
import { neighbourhood } from './client-address.rules.js';

/** The maximum time without progress in reading an answer. */
const STALLED_MS = 30_000;
const LOOK_EVERY_MS = 1_000;
/** The maximum of pipelined requests: each takes memory before it is read. */
const MAX_PIPELINED = 32;
/** The maximum of unread answer bytes of one address; beyond it, the connections with the most are closed. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;

export interface ConnectionLimits {
  max: number;
  /** Infinity if all connections come from the proxy in front. */
  maxPerAddress: number;
}

interface Watched {
  address: string;
  /** Answers that have not ended. */
  underWay: Set<ServerResponse>;
  /** The bytes that the reader has taken, and when it last took some or had nothing to take. */
  taken: number;
  movedAt: number;
  /** Answered while the body is still arriving. */
  isAnswered: boolean;
}

/** Limits the server's connections: idle ones give way to new ones, and those whose reader stalls are closed. */
export class Connections {
  readonly #clock: Clock;
  readonly #limits: ConnectionLimits;
  readonly #admission: Admission;
  readonly #watched = new Map<Socket, Watched>();
  /** Browsers open connections in advance; Node does not count them as idle before their first request. */
  readonly #silent = new Set<Socket>();
  #answersUnderWay = 0;
  #isLooking = false;
  #signal: AbortSignal | null = null;

  constructor(clock: Clock, limits: ConnectionLimits) {
    this.#clock = clock;
    this.#limits = limits;
    this.#admission = new Admission(limits);
  }

  /** Watches the server's connections until the signal. */
  watch(server: Server, signal: AbortSignal): void {
    server.on('connection', (socket: Socket) => this.#opened(socket));
    this.#signal = signal;
  }

  /** A request has begun; `ended` is called when its answer has ended. False: there are too many, and the connection ends. */
  began(request: IncomingMessage, response: ServerResponse, ended: () => void): boolean {
    const { socket } = request;
    this.#silent.delete(socket);
    this.#admission.busy(socket);
    const watched = this.#watched.get(socket);
    if (!watched) return false;
    if (watched.underWay.size === MAX_PIPELINED) {
      socket.destroy();
      return false;
    }
    watched.isAnswered = false;
    watched.underWay.add(response);
    this.#answersUnderWay++;
    if (!this.#isLooking && this.#signal) void this.#cutStalled(this.#signal);
    response.once('finish', () => {
      watched.isAnswered = !request.complete;
    });
    response.once('close', () => {
      watched.underWay.delete(response);
      this.#answersUnderWay--;
      if (watched.underWay.size === 0) this.#admission.idle(socket);
      ended();
    });
    return true;
  }

  /** Whether the request was answered while its body was still being sent. */
  isAnswered(socket: Socket): boolean {
    return this.#watched.get(socket)?.isAnswered ?? false;
  }

  /** Ends connections that never sent a request. */
  endSilent(): void {
    for (const socket of this.#silent) if (socket.bytesRead === 0) socket.destroy();
  }

  #opened(socket: Socket): void {
    const address = neighbourhood(socket.remoteAddress ?? '');
    if (!this.#admission.admit(socket, address)) return;
    this.#silent.add(socket);
    this.#watched.set(socket, { address, underWay: new Set(), taken: 0, movedAt: 0, isAnswered: false });
    socket.once('close', () => {
      this.#silent.delete(socket);
      this.#watched.delete(socket);
      this.#admission.release(socket);
    });
  }

  /** Runs as long as any answer is being sent. */
  async #cutStalled(signal: AbortSignal): Promise<void> {
    this.#isLooking = true;
    while (this.#answersUnderWay > 0) {
      await this.#clock.sleep(LOOK_EVERY_MS, signal).catch(() => {});
      if (signal.aborted) return;
      const now = this.#clock.monotonic();
      const readers = new Map<string, Reader[]>();
      for (const [socket, watched] of this.#watched) {
        const { taken, unread } = written(socket, watched.underWay);
        if (unread === 0 || taken > watched.taken) watched.movedAt = now;
        watched.taken = taken;
        if (unread === 0) continue;
        if (now - watched.movedAt >= STALLED_MS) socket.destroy();
        else group(readers, watched.address).push({ socket, unread });
      }
      if (this.#limits.maxPerAddress !== Number.POSITIVE_INFINITY)
        for (const ofOne of readers.values()) cutGreediest(ofOne);
    }
    this.#isLooking = false;
  }
}

function group(readers: Map<string, Reader[]>, address: string): Reader[] {
  const known = readers.get(address) ?? [];
  readers.set(address, known);
  return known;
}

interface Reader {
  socket: Socket;
  unread: number;
}

function cutGreediest(readers: Reader[]): void {
  let sum = readers.reduce((total, { unread }) => total + unread, 0);
  if (sum <= MAX_UNREAD_BYTES) return;
  for (const { socket, unread } of readers.sort((a, b) => b.unread - a.unread)) {
    if (sum <= MAX_UNREAD_BYTES) return;
    sum -= unread;
    socket.destroy();
  }
}

/** The bytes that have left this process and those waiting in it; only the handle knows the rest of a pending write. */
function written(socket: Socket, answers: Iterable<ServerResponse>): { taken: number; unread: number } {
  const { _handle } = socket as unknown as {
    _handle: { bytesWritten: number; writeQueueSize: number } | null;
  };
  const taken = _handle ? _handle.bytesWritten - _handle.writeQueueSize : socket.bytesWritten;
  let unread = socket.bytesWritten - taken;
  // Answers queued behind the one being written have no socket yet.
  for (const answer of answers) if (answer.socket === null) unread += answer.writableLength;
  return { taken, unread };
}
