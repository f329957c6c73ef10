// What processes use, as Linux counts it.
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Of a clock tick, which is a hundredth of a second on every Linux. */
const TICK_S = 0.01;

/** The fields of /proc/PID/stat behind the program's name, which may hold spaces; null where it is gone. */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');
  } catch {
    return null;
  }
}

export const childrenOf = (pid) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(statOf(name)?.[1]) === pid)
    .map(Number);

/** Seconds of processor time of these processes, and of those that they started and that have ended. */
export const cpuSeconds = (pids) =>
  pids.reduce((sum, pid) => {
    const stat = statOf(pid);
    return sum + (stat ? [11, 12, 13, 14].reduce((own, field) => own + Number(stat[field]), 0) * TICK_S : 0);
  }, 0);

export function rssBytes(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [0, 0];
  return Number(kilobytes) * 1024;
}

/** The files that a process may open, and those that it starts. */
export function openFilesLimit() {
  const [, soft] = /Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [0, 1024];
  return Number(soft);
}

/** Seconds that all processors have worked, but for what is nice: that gives way to us. */
const busySeconds = () =>
  cpus().reduce((sum, { times: { user, sys, irq } }) => sum + (user + sys + irq) / 1_000, 0);

/** Begins to watch what others use; the function that it returns gives how many processors they have used since, on average. */
export function watchOthers() {
  const began = performance.now();
  const all = busySeconds();
  const own = cpuSeconds([process.pid]);
  return () => {
    const seconds = (performance.now() - began) / 1_000;
    return Math.max(0, busySeconds() - all - (cpuSeconds([process.pid]) - own)) / seconds;
  };
}
