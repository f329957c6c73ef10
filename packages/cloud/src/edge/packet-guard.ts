import type { Duplex } from 'node:stream';
import { MAX_PAYLOAD_BYTES } from '@door-access/protocol';
import {
  bodyFault,
  headerFault,
  isConnect,
  isPublish,
  type PacketFault,
  publishHead,
} from './packet.rules.js';

/** Enough for a login; an unauthenticated client gets no more memory. */
export const MAX_BYTES_BEFORE_LOGIN = 4 * 1024;
/** A payload of 64 KiB, its topic and header. */
export const MAX_BYTES = MAX_PAYLOAD_BYTES + 2 * 1024;

const TOO_LARGE: PacketFault = { reason: 'a packet larger than allowed' };
const BAD_LENGTH: PacketFault = { reason: 'a length of five bytes [MQTT-2.2.3]' };
const NOT_FIRST: PacketFault = { reason: 'another packet before CONNECT [MQTT-3.1.0-1]' };
const SECOND_CONNECT: PacketFault = { reason: 'a second CONNECT [MQTT-3.1.0-2]' };

export interface PacketGuard {
  /** The client has logged in: packets may be as large as journals are. */
  loggedIn(): void;
}

/**
 * Filters in front of the broker, which has no size limit, buffers whatever length is announced, and accepts packets that
 * MQTT 3.1.1 forbids: the first such packet ends the connection, and no byte of its chunk reaches the broker.
 */
export function guardPackets(stream: Duplex): PacketGuard {
  const packets = new PacketFollower();
  const read = stream.read.bind(stream);
  let isOver = false;
  // The broker pulls chunks by `read`, so this sees every byte before its parser does.
  stream.read = (size?: number) => {
    const chunk: Buffer | null = read(size);
    if (chunk === null || isOver) return null;
    const fault = packets.follow(chunk);
    if (fault === null) return chunk;
    isOver = true;
    const error = new Error(fault.reason);
    if (fault.returnCode === undefined) stream.destroy(error);
    else stream.end(Buffer.from([0x20, 2, 0, fault.returnCode]), () => stream.destroy(error));
    return null;
  };
  return {
    loggedIn() {
      packets.maxBytes = MAX_BYTES;
    },
  };
}

/**
 * Tracks packet boundaries across chunks, and checks each packet as soon as its header and the inspected part of its body
 * have arrived. It copies bytes only if that part is split between chunks.
 */
export class PacketFollower {
  maxBytes = MAX_BYTES_BEFORE_LOGIN;
  #isFirst = true;
  /** The number of bytes of the fixed header that have arrived; 0 between packets. */
  #header = 0;
  #first = 0;
  #length = 0;
  /** The bytes held of an inspected part that is split between chunks. */
  #held: Buffer | null = null;
  #holds = 0;
  #isInspected = false;
  /** The number of bytes to skip until the next packet. */
  #skip = 0;
  #fault: PacketFault | null = null;

  /** The first fault found so far; null if there is none. */
  follow(chunk: Uint8Array): PacketFault | null {
    let at = 0;
    while (at < chunk.length) {
      if (this.#skip > 0) {
        const taken = Math.min(this.#skip, chunk.length - at);
        this.#skip -= taken;
        at += taken;
        continue;
      }
      if (this.#isInspected) {
        at = this.#inspect(chunk, at);
        if (this.#fault) return this.#fault;
        continue;
      }
      const byte = chunk[at++] as number;
      const fault = this.#takeHeader(byte);
      if (fault) return fault;
    }
    return null;
  }

  #takeHeader(byte: number): PacketFault | null {
    if (this.#header++ === 0) {
      this.#first = byte;
      this.#length = 0;
      if (this.#isFirst !== isConnect(byte)) return this.#isFirst ? NOT_FIRST : SECOND_CONNECT;
      this.#isFirst = false;
      return null;
    }
    this.#length += (byte & 0x7f) * 128 ** (this.#header - 2);
    if ((byte & 0x80) !== 0) return this.#header === 5 ? BAD_LENGTH : null;
    if (this.#header + this.#length > this.maxBytes) return TOO_LARGE;
    this.#header = 0;
    this.#isInspected = this.#length > 0;
    return headerFault(this.#first, this.#length);
  }

  /** Returns the position up to which the chunk was consumed. */
  #inspect(chunk: Uint8Array, at: number): number {
    const held = this.#held;
    if (held === null) {
      const length = this.#inspected(chunk, at, chunk.length - at);
      if (length > 0 && at + length <= chunk.length) {
        this.#judge(chunk, at, length);
        return at + length;
      }
      this.#held = Buffer.allocUnsafe(isPublish(this.#first) ? 2 : this.#length);
      this.#holds = 0;
      return at;
    }
    const taken = Math.min(held.length - this.#holds, chunk.length - at);
    held.set(chunk.subarray(at, at + taken), this.#holds);
    this.#holds += taken;
    if (this.#holds < held.length) return at + taken;
    const length = this.#inspected(held, 0, this.#holds);
    if (length > held.length) {
      this.#held = Buffer.concat([held], length);
    } else {
      this.#held = null;
      this.#judge(held, 0, length);
    }
    return at + taken;
  }

  /** The number of bytes of the body to inspect; 0 if that is not known yet. */
  #inspected(bytes: Uint8Array, at: number, there: number): number {
    if (!isPublish(this.#first)) return this.#length;
    if (there < 2) return 0;
    const topicLength = (bytes[at] as number) * 256 + (bytes[at + 1] as number);
    return publishHead(this.#first, this.#length, topicLength);
  }

  #judge(bytes: Uint8Array, at: number, length: number): void {
    this.#isInspected = false;
    this.#skip = this.#length - length;
    this.#fault = bodyFault(this.#first, bytes, at, at + length);
  }
}
