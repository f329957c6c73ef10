// MQTT by hand: what a client of the measures needs to read, and no more.

/** Hands on each packet; returns the bytes of a packet that is not complete yet. */
export function eachPacket(bytes, take) {
  let at = 0;
  while (at + 2 <= bytes.length) {
    let length = 0;
    let start = at + 1;
    for (let shift = 0; ; shift += 7) {
      if (start === bytes.length) return bytes.subarray(at);
      const byte = bytes[start++];
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    if (start + length > bytes.length) return bytes.subarray(at);
    take(bytes[at], bytes.subarray(start, start + length));
    at = start + length;
  }
  return at < bytes.length ? bytes.subarray(at) : null;
}
