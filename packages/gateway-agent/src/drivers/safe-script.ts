import type { SafeAct } from './driver.js';
import { LINE_REQUEST } from './gpio-uapi.js';

/* What systemd runs once every process of the agent is gone: a shell script without Node that drives relays safe. */

const HEAD = `#!/bin/sh
# Written by door-agent at each start. Drives every relay safe, whatever became of the agent. Run by ExecStopPost.
line() { perl -e 'open(my $f, "+<", $ARGV[0]) or exit 1; my $b = pack("H*", $ARGV[1]); ioctl($f, ${LINE_REQUEST}, $b) or exit 1' "$1" "$2" || echo "door-agent: $1 was not driven safe" >&2; }
serial() { stty -F "$1" "$2" raw -echo -hupcl clocal 2>/dev/null; printf "$3" > "$1" || echo "door-agent: $1 was not driven safe" >&2; sleep 0.05; }
`;

export function safeScript(acts: readonly SafeAct[]): string {
  return `${HEAD}${acts.map(lineOf).join('\n')}\nexit 0\n`;
}

function lineOf(act: SafeAct): string {
  switch (act.kind) {
    case 'line':
      return `line ${quote(act.chip)} ${Buffer.from(act.request).toString('hex')}`;
    case 'serial':
      return `serial ${quote(act.path)} ${act.baudRate} '${octal(act.bytes)}'`;
    case 'file':
      return `echo ${quote(act.text)} > ${quote(act.path)}`;
  }
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const octal = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
