/*
 * Waveshare Modbus RTU Relay and Modbus RTU Relay (D), from waveshare.com/wiki/Modbus_RTU_Relay and …_(D), "Development
 * Protocol": 01 reads the relays, 05 switches one (FF00 on, 0000 off; address 00FF is all), 05 at 0200 + n flashes it on
 * and at 0400 + n off, for value x 100 ms, echoed each; 03 reads the settings. Only (D): 02 reads the inputs, and holding
 * registers from 1000 are the control modes. An unknown function is answered by exception 01. Frames of another address or
 * with a wrong checksum are ignored (MODBUS over Serial Line V1.02, 2.5.1).
 */
export function waveshare(wire, buffer, takeIn) {
  while (buffer.length >= 8) {
    const frame = Buffer.from(buffer.subarray(0, 8));
    if (crc(frame.subarray(0, 6)) !== frame.readUInt16LE(6)) {
      buffer = buffer.subarray(1);
      continue;
    }
    buffer = buffer.subarray(8);
    const board = wire.boards ? wire.boards[frame[0]] : wire;
    if (board) takeIn(board, frame.toString('hex'), () => answerTo(board, frame));
  }
  return buffer;
}

function answerTo(board, frame) {
  const code = frame[1];
  const address = frame.readUInt16BE(2);
  const value = frame.readUInt16BE(4);
  if (code === 5) {
    switchRelay(board, address, value);
    return frame;
  }
  if (code === 1) return bits(frame, board.relays, address, value);
  if (code === 2 && !board.plain) return bits(frame, board.inputs, address, value);
  if (code === 3 && !board.plain) {
    const modes = Buffer.alloc(value * 2);
    if (board.linked) modes.writeUInt16BE(1, 0);
    return sealed(Buffer.concat([Buffer.from([frame[0], code, modes.length]), modes]));
  }
  return sealed(Buffer.from([frame[0], code | 0x80, 1]));
}

function bits(frame, states, from, count) {
  const bytes = Buffer.alloc(Math.ceil(count / 8));
  for (let at = 0; at < count; at++) if (states[from + at + 1]) bytes[at >> 3] |= 1 << (at & 7);
  return sealed(Buffer.concat([Buffer.from([frame[0], frame[1], bytes.length]), bytes]));
}

function switchRelay(board, address, value) {
  const channel = (address & 0xff) + 1;
  const flash = address >> 8;
  const { writes } = board;
  writes[channel] = (writes[channel] ?? 0) + 1;
  const current = writes[channel];
  if (flash === 0) {
    board.relays[channel] = value === 0xff00;
    return;
  }
  board.relays[channel] = flash === 2;
  board.after(value * 100, () => {
    if (writes[channel] !== current) return;
    board.relays[channel] = flash !== 2;
    board.timed++;
  });
}

const sealed = (bytes) => {
  const end = Buffer.alloc(2);
  end.writeUInt16LE(crc(bytes));
  return Buffer.concat([bytes, end]);
};

function crc(bytes) {
  let value = 0xffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >> 1) ^ 0xa001 : value >> 1;
  }
  return value;
}
