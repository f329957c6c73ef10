import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '@door-access/protocol';
import { Admission } from '../network/admission.js';
import { neighbourhood } from './client-address.rules.js';

/** How long a reader may take nothing of an answer. */
const STALLED_MS = 30_000;
const LOOK_EVERY_MS = 1_000;
/** Requests sent ahead of their answers: each takes memory before anything is read of it. */
const MAX_PIPELINED = 32;
/** What the readers of one address may leave unread, of all their answers; beyond it the greediest are cut off. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;

export interface ConnectionLimits {
  max: number;
  /** Infinity where all come from the proxy in front. */
  maxPerAddress: number;
}

interface Watched {
  address: string;
  /** Answers that are not over. */
  underWay: Set<ServerResponse>;
  /** Bytes that the reader's side has taken, and when it last took some or had nothing to take. */
  taken: number;
  movedAt: number;
  /** Answered, while the body still comes. */
  isAnswered: boolean;
}

/** Counts the server's connections, lets idle ones give way to new ones, and ends those whose reader takes nothing. */
export class Connections {
  readonly #clock: Clock;
  readonly #limits: ConnectionLimits;
  readonly #admission: Admission;
  readonly #watched = new Map<Socket, Watched>();
  /** Browsers open connections ahead of need; Node does not count them as idle until they have asked once. */
  readonly #silent = new Set<Socket>();
  #answersUnderWay = 0;
  #isLooking = false;
  #signal: AbortSignal | null = null;

  constructor(clock: Clock, limits: ConnectionLimits) {
    this.#clock = clock;
    this.#limits = limits;
    this.#admission = new Admission(limits);
  }

  /** Looks after the server's connections until the signal. */
  watch(server: Server, signal: AbortSignal): void {
    server.on('connection', (socket: Socket) => this.#opened(socket));
    this.#signal = signal;
  }

  /** A request has begun; `ended` is called once its answer is over. False: it is one too many, and the connection ends. */
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

  /** Whether it got its answer while it was still sending. */
  isAnswered(socket: Socket): boolean {
    return this.#watched.get(socket)?.isAnswered ?? false;
  }

  /** Ends connections that never asked for anything. */
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

  /** For as long as any answer is under way. */
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

/** What has left this process, and what waits in it; of a write under way only the handle tells how much is left. */
function written(socket: Socket, answers: Iterable<ServerResponse>): { taken: number; unread: number } {
  const { _handle } = socket as unknown as {
    _handle: { bytesWritten: number; writeQueueSize: number } | null;
  };
  const taken = _handle ? _handle.bytesWritten - _handle.writeQueueSize : socket.bytesWritten;
  let unread = socket.bytesWritten - taken;
  // Answers behind the one that is being written have no socket yet.
  for (const answer of answers) if (answer.socket === null) unread += answer.writableLength;
  return { taken, unread };
}
