import { spawn } from 'node:child_process';
import { SerialPort } from 'serialport';

/* Programs that answer as relay boards do, on the far end of a pair of pseudo-terminals, with the faults of real wires. */

/**
 * Plugs a board in at a path: `relays` and `inputs` are its own, `fault` is what goes wrong. With addresses, several boards
 * share the wire, each in `units` with relays, inputs and a fault of its own.
 */
export async function plugIn(kind, path, addresses = []) {
  const far = `${path}-board`;
  const wire = spawn('socat', ['-d', '-d', `pty,rawer,link=${path}`, `pty,rawer,link=${far}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const gone = new Promise((resolve) => wire.once('exit', resolve));
  await new Promise((resolve, reject) => {
    let said = '';
    wire.stderr.on('data', (data) => {
      said += data;
      if (said.includes('starting data transfer')) resolve();
    });
    void gone.then(() => reject(new Error(said)));
  });
  const port = new SerialPort({ path: far, baudRate: 9600 });
  await new Promise((resolve) => port.once('open', resolve));
  port.on('error', () => undefined);
  const aBoard = () => ({
    relays: {},
    inputs: {},
    fault: null,
    /** How many answers the fault spoils; then it is over. */
    faults: Number.POSITIVE_INFINITY,
    frames: [],
    timed: 0,
    linked: kind === 'waveshare-linked',
  });
  const board = {
    ...aBoard(),
    units: addresses.length > 0 ? Object.fromEntries(addresses.map((each) => [each, aBoard()])) : null,
    async unplug() {
      if (port.isOpen) await new Promise((resolve) => port.close(resolve));
      wire.kill('SIGTERM');
      await gone;
    },
  };
  const answer = (data, unit = board) => {
    const fault = unit.fault && unit.faults-- > 0 ? unit.fault : null;
    const bytes = Buffer.from(data);
    if (fault === 'silence') return;
    if (fault === 'half a frame') return port.write(bytes.subarray(0, bytes.length >> 1));
    if (fault === 'wrong checksum') bytes[bytes.length - 1] ^= 0x5a;
    port.write(fault === 'noise' ? Buffer.concat([Buffer.from([0x00, 0x81, 0x01]), bytes]) : bytes);
  };
  let buffer = Buffer.alloc(0);
  const speak = { waveshare, 'waveshare-linked': waveshare, lcus, kmtronic, numato }[kind];
  port.on('data', (data) => {
    buffer = speak(board, Buffer.concat([buffer, data]), answer);
  });
  return board;
}

/** Each takes what has arrived, acts on whole commands and returns the rest. */
function waveshare(wire, buffer, answer) {
  while (buffer.length >= 8) {
    const frame = buffer.subarray(0, 8);
    if (crc(frame.subarray(0, 6)) !== frame.readUInt16LE(6)) {
      buffer = buffer.subarray(1);
      continue;
    }
    buffer = buffer.subarray(8);
    const unit = wire.units ? wire.units[frame[0]] : wire;
    if (!unit) continue;
    actOn(unit, frame, (bytes) => answer(bytes, unit));
  }
  return buffer;
}

function actOn(board, frame, answer) {
  board.frames.push(frame.toString('hex'));
  const code = frame[1];
  const address = frame.readUInt16BE(2);
  const value = frame.readUInt16BE(4);
  if (code === 5) {
    coil(board, address, value);
    answer(frame);
  } else if (code === 2) {
    const bytes = Buffer.alloc(Math.ceil(value / 8));
    for (let at = 0; at < value; at++) if (board.inputs[at + 1]) bytes[at >> 3] |= 1 << (at & 7);
    answer(sealed(Buffer.concat([Buffer.from([frame[0], code, bytes.length]), bytes])));
  } else if (code === 3) {
    const modes = Buffer.alloc(value * 2);
    if (board.linked) modes.writeUInt16BE(1, 0);
    answer(sealed(Buffer.concat([Buffer.from([frame[0], code, modes.length]), modes])));
  } else answer(sealed(Buffer.from([frame[0], code | 0x80, 1])));
}

function coil(board, address, value) {
  const channel = (address & 0xff) + 1;
  const flash = address >> 8;
  if (flash === 0) board.relays[channel] = value === 0xff00;
  else {
    board.relays[channel] = flash === 2;
    setTimeout(() => {
      board.relays[channel] = flash !== 2;
      board.timed++;
    }, value * 100).unref();
  }
}

function lcus(board, buffer) {
  while (buffer.length >= 4) {
    const [start, channel, state, sum] = buffer;
    if (start === 0xa0 && ((start + channel + state) & 0xff) === sum) board.relays[channel] = state === 1;
    buffer = buffer.subarray(4);
  }
  return buffer;
}

function kmtronic(board, buffer, answer) {
  while (buffer.length >= 3) {
    const [start, channel, state] = buffer;
    if (start !== 0xff) {
      buffer = buffer.subarray(1);
      continue;
    }
    if (state === 3) answer([0xff, channel, board.relays[channel] ? 1 : 0]);
    else board.relays[channel] = state === 1;
    buffer = buffer.subarray(3);
  }
  return buffer;
}

function numato(board, buffer, answer) {
  const lines = buffer.toString('latin1').split('\r');
  for (const line of lines.slice(0, -1)) {
    const [what, verb, name] = line.split(' ');
    const channel = Number.parseInt(name, 36);
    let said = '';
    if (what === 'relay' && (verb === 'on' || verb === 'off')) {
      if (board.fault !== 'stuck') board.relays[channel] = verb === 'on';
    } else if (what === 'relay' && verb === 'read') said = `${board.relays[channel] ? 'on' : 'off'}\n\r`;
    else if (what === 'relay' && verb === 'readall') said = '0000\n\r';
    else if (what === 'gpio' && verb === 'read') said = `${board.inputs[channel] ? 1 : 0}\n\r`;
    answer(`${line}\n\r${said}>`);
  }
  return Buffer.from(lines.at(-1) ?? '', 'latin1');
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
