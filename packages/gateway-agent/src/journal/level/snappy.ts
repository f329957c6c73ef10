/** Snappy decompression, for LevelDB's blocks; null for invalid data. */
export function unsnappy(bytes: Buffer): Buffer | null {
  let at = 0;
  const little = (count: number): number => {
    const value = at + count <= bytes.length ? bytes.readUIntLE(at, count) : Number.NaN;
    at += count;
    return value;
  };
  let length = 0;
  for (let factor = 1, byte = 128; byte >= 128 && at < bytes.length; factor *= 128) {
    byte = bytes[at++] as number;
    length += (byte & 127) * factor;
  }
  if (length > MAX_BLOCK) return null;
  const out = Buffer.alloc(length);
  let to = 0;
  while (at < bytes.length) {
    const tag = bytes[at++] as number;
    const kind = tag & 3;
    if (kind === 0) {
      const short = tag >> 2;
      const size = 1 + (short < 60 ? short : little(short - 59));
      if (!(at + size <= bytes.length && to + size <= length)) return null;
      bytes.copy(out, to, at, at + size);
      at += size;
      to += size;
      continue;
    }
    const size = kind === 1 ? 4 + ((tag >> 2) & 7) : 1 + (tag >> 2);
    const back = kind === 1 ? ((tag >> 5) << 8) + little(1) : little(kind === 2 ? 2 : 4);
    if (!(back >= 1 && back <= to && to + size <= length)) return null;
    // The copied range may overlap the written one.
    for (let end = to + size; to < end; to++) out[to] = out[to - back] as number;
  }
  return to === length ? out : null;
}

/** The maximum length of a journal's block. */
const MAX_BLOCK = 1 << 24;
