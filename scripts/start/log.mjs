// The service's log goes to a file that never grows without bound; what needs a person also to the terminal.
import { closeSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { pino } from 'pino';

const LARGEST = 10_000_000;

/** Appends to a file; at ten megabytes it is put aside as `.1`, over the one before. */
export function openLogFile(file) {
  let descriptor = openSync(file, 'a', 0o600);
  let size = statSync(file).size;
  return {
    write(text) {
      if (size > LARGEST) {
        closeSync(descriptor);
        rmSync(`${file}.1`, { force: true });
        renameSync(file, `${file}.1`);
        descriptor = openSync(file, 'a', 0o600);
        size = 0;
      }
      size += writeSync(descriptor, text);
    },
  };
}

export function createLog(file, level) {
  const terminal = {
    write(line) {
      const { msg, err } = JSON.parse(line);
      process.stderr.write(`${msg}${err?.message ? `: ${err.message}` : ''}\n`);
    },
  };
  const streams = [
    { level: 'trace', stream: openLogFile(file) },
    { level: 'warn', stream: terminal },
  ];
  return pino({ level }, pino.multistream(streams));
}
