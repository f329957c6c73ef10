import type { Duplex } from 'node:stream';
import { MAX_PACKET_BYTES } from '@door-access/protocol';

/**
 * Closes a connection as soon as a packet's fixed header announces more than 64 KiB, before login too. Aedes has no
 * limit of its own and would buffer whatever is announced.
 */
export function guardPackets(stream: Duplex): void {
  const measure = packetMeter();
  const read = stream.read.bind(stream);
  // Aedes pulls chunks by `read`, so this sees every byte before its parser does.
  stream.read = (size?: number) => {
    const chunk: Buffer | null = read(size);
    if (chunk === null || measure(chunk)) return chunk;
    stream.destroy(new Error('MQTT packet larger than 64 KiB'));
    return null;
  };
}

/** Follows packet borders over chunks; false once a packet is too large or its length malformed (MQTT 3.1.1, 2.2.3). */
export function packetMeter(): (chunk: Uint8Array) => boolean {
  let skip = 0;
  let header = 0;
  let remaining = 0;
  return (chunk) => {
    let at = 0;
    while (at < chunk.length) {
      if (skip > 0) {
        const taken = Math.min(skip, chunk.length - at);
        skip -= taken;
        at += taken;
        continue;
      }
      const byte = chunk[at++] as number;
      if (header++ === 0) continue;
      remaining += (byte & 0x7f) * 128 ** (header - 2);
      const more = (byte & 0x80) !== 0;
      if (more && header === 5) return false;
      if (more) continue;
      if (header + remaining > MAX_PACKET_BYTES) return false;
      skip = remaining;
      header = 0;
      remaining = 0;
    }
    return true;
  };
}
