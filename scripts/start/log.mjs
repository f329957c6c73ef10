// The service's log goes to a file of bounded size; warnings also to the terminal.
import { closeSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { giveToOwnerOf } from './files.mjs';

const LARGEST = 10_000_000;

/** Appends to a file; at ten megabytes it is put aside as `.1`, over the one before. */
export function openLogFile(file) {
  const open = () => {
    const opened = openSync(file, 'a', 0o600);
    giveToOwnerOf(path.dirname(file), opened);
    return opened;
  };
  let descriptor = open();
  let size = statSync(file).size;
  return {
    write(text) {
      if (size > LARGEST) {
        closeSync(descriptor);
        rmSync(`${file}.1`, { force: true });
        renameSync(file, `${file}.1`);
        descriptor = open();
        size = 0;
      }
      size += writeSync(descriptor, text);
    },
  };
}

/**
 * Warnings reach the terminal once the service is up, earlier ones included. If it does not come up, the one line
 * that says why is enough; failures during the stop are not shown. `createLog` is the service's own.
 */
export function openLog(file, level, createLog) {
  let held = [];
  let show = (text) => held.push(text);
  const terminal = {
    write(line) {
      const { msg, err, left_out, reason = left_out ? `${left_out} more` : err?.message } = JSON.parse(line);
      show(`${msg}${reason ? ` (${reason})` : ''}\n`);
    },
  };
  const streams = [
    { level: 'trace', stream: openLogFile(file) },
    { level: 'warn', stream: terminal },
  ];
  return {
    log: createLog(level, pino.multistream(streams)),
    showWarnings() {
      show = (text) => process.stderr.write(text);
      for (const text of held) show(text);
      held = [];
    },
    hideWarnings() {
      show = () => {};
    },
  };
}
