import { spawn } from 'node:child_process';
import { SerialPort } from 'serialport';
import { emulate } from './emulate.mjs';

/* Emulated boards on the far end of a pair of pseudo-terminals. */

/**
 * Plugs a board in at a path. With addresses, several boards share the wire, each in `boards` with relays, inputs and a
 * fault of its own.
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
  const board = emulate(kind, {
    addresses,
    write: (bytes) => port.write(bytes),
    after: (milliseconds, work) => setTimeout(work, milliseconds).unref(),
  });
  port.on('data', (data) => board.hear(data));
  board.unplug = async () => {
    if (port.isOpen) await new Promise((resolve) => port.close(resolve));
    wire.kill('SIGTERM');
    await gone;
  };
  return board;
}
