/* CRC-32C (Castagnoli), as LevelDB guards its files with. */

const TABLE = Uint32Array.from({ length: 256 }, (_each, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value >>> 0;
});
const MASK_DELTA = 0xa282ead8;

/** The state before the first byte. */
export const CRC_START = 0xffffffff;
export const crcStep = (state: number, byte: number): number =>
  (TABLE[(state ^ byte) & 0xff] ?? 0) ^ (state >>> 8);
export const crcEnd = (state: number): number => (state ^ 0xffffffff) >>> 0;

export function crc32c(bytes: Uint8Array): number {
  let crc = CRC_START;
  for (const byte of bytes) crc = crcStep(crc, byte);
  return crcEnd(crc);
}

/** As LevelDB writes it: the checksum of bytes that hold checksums would be a weak one. */
export const masked = (crc: number): number => (((crc >>> 15) | (crc << 17)) + MASK_DELTA) >>> 0;
