import { type ChildProcess, spawn } from 'node:child_process';
import type { Clock } from '@door-access/protocol';
import { SET_VALUES } from './gpio-uapi.js';

/*
 * A small process beside the agent that ends pulses which the agent cannot: at a deadline, should the agent hang,
 * and at once, should it die. It is Perl, which every Debian has (perl-base is essential): 5 MB, ready in 5 ms,
 * and able to do an ioctl on a line that it inherits, which no shell is.
 */

/** What drives one relay safe. */
export type GuardAct =
  | { readonly kind: 'line'; readonly fd: number; readonly values: Uint8Array }
  | { readonly kind: 'tty'; readonly fd: number; readonly bytes: Uint8Array }
  | { readonly kind: 'write'; readonly path: string; readonly bytes: Uint8Array };

export interface Guard {
  /** True while the process lives. */
  readonly alive: boolean;
  /** Drives the relay safe after this time, unless armed again or disarmed. */
  arm(key: string, milliseconds: number): void;
  disarm(key: string): void;
  /** Resolves once the process has ended, for any reason. */
  readonly gone: Promise<void>;
  /** Ends it; it ends the pulses under way, and nothing else moves. */
  leave(): Promise<void>;
  /** Ends it; it drives every relay safe once more. */
  close(): Promise<void>;
}

/** Grace beyond the pulse: a guard's clock ticks in 10 ms, and the agent switches first if all is well. */
const GRACE_MS = 150;
/** The time for the guard's start; a Pi Zero that is busy booting takes a tenth of it. */
const START_MS = 10_000;
/** A process that does not end within this is killed. */
const END_MS = 1000;
const O_FLAGS = { writeOnly: 0o1, noTerminal: 0o400, nonBlocking: 0o4000 };

const SCRIPT = `
use strict; use POSIX ();
$SIG{PIPE} = $SIG{INT} = $SIG{TERM} = $SIG{HUP} = 'IGNORE'; $0 = 'door-agent relay guard';
my (@acts, %due); my $hz = POSIX::sysconf(POSIX::_SC_CLK_TCK());
sub now { return 1000 * (POSIX::times())[0] / $hz }
for (@ARGV) {
  my ($kind, $where, $bytes) = split /,/; my $handle;
  if ($kind ne 'write') { open($handle, '+<&=', $where) }
  else { sysopen($handle, $where, ${O_FLAGS.writeOnly | O_FLAGS.noTerminal | O_FLAGS.nonBlocking}) }
  push @acts, [$kind, $handle, pack('H*', $bytes)];
}
sub act {
  my ($kind, $handle, $bytes) = @{$acts[$_[0]]}; return unless $handle;
  if ($kind eq 'line') { ioctl($handle, ${SET_VALUES}, $bytes) } else { syswrite($handle, $bytes); select(undef, undef, undef, 0.05) }
}
my $buffer = ''; syswrite(STDOUT, "ready\\n"); close(STDOUT);
while (1) {
  my $wait = undef;
  for (values %due) { my $left = ($_ - now()) / 1000; $left = 0 if $left < 0; $wait = $left if !defined($wait) || $left < $wait }
  my $ready = ''; vec($ready, 0, 1) = 1;
  if (select($ready, undef, undef, $wait) > 0) {
    my $got = sysread(STDIN, $buffer, 4096, length $buffer);
    last unless $got;
    while ($buffer =~ s/^(\\d+) (-?\\d+)\\n//) { if ($2 < 0) { delete $due{$1} } else { $due{$1} = now() + $2 } }
    if ($buffer =~ /^leave\\n/) { act($_) for keys %due; exit }
  }
  for (keys %due) { if ($due{$_} <= now()) { delete $due{$_}; act($_) } }
}
act($_) for 0 .. $#acts;
`;

/**
 * Starts a guard over these relays, and returns it once it is on watch: its deadlines run from when it reads them. Null
 * where the machine has no Perl, or none that runs.
 */
export async function startGuard(acts: ReadonlyMap<string, GuardAct>, clock: Clock): Promise<Guard | null> {
  const keys = [...acts.keys()];
  const inherited: number[] = [];
  const args = [...acts.values()].map((act) => {
    if (act.kind === 'write') return `write,${act.path},${hex(act.bytes)}`;
    inherited.push(act.fd);
    return `${act.kind},${2 + inherited.length},${hex(act.kind === 'line' ? act.values : act.bytes)}`;
  });
  const child = spawn('perl', ['-e', SCRIPT, ...args], {
    // A session of its own: what ends the agent's process group does not end the guard.
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore', ...inherited],
    env: {},
  });
  const started = new AbortController();
  const onWatch = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.stdout?.once('data', () => resolve(true));
    child.once('exit', () => resolve(false));
    clock.sleep(START_MS, started.signal).then(
      () => resolve(false),
      () => undefined,
    );
  });
  const ready = await onWatch;
  started.abort();
  if (!ready) child.kill('SIGKILL');
  return ready ? guardOf(child, keys, clock) : null;
}

function guardOf(child: ChildProcess, keys: readonly string[], clock: Clock): Guard {
  let alive = child.exitCode === null && child.signalCode === null;
  const gone = new Promise<void>((resolve) => {
    if (!alive) return resolve();
    child.once('exit', () => {
      alive = false;
      resolve();
    });
  });
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  child.unref();
  (child.stdin as unknown as { unref?: () => void }).unref?.();
  const write = (key: string, milliseconds: number) => {
    const index = keys.indexOf(key);
    if (alive && index >= 0) child.stdin?.write(`${index} ${Math.ceil(milliseconds)}\n`);
  };
  const end = async (lastWord: string) => {
    const ended = new AbortController();
    child.stdin?.end(lastWord);
    child.ref();
    clock.sleep(END_MS, ended.signal).then(
      () => child.kill('SIGKILL'),
      () => undefined,
    );
    await gone;
    ended.abort();
  };
  return {
    get alive() {
      return alive;
    },
    gone,
    arm: (key, milliseconds) => write(key, milliseconds + GRACE_MS),
    disarm: (key) => write(key, -1),
    leave: () => end('leave\n'),
    close: () => end(''),
  };
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
