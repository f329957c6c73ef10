import { type Finding, fault, fine, warning } from './finding.js';

/* What the disk under the data folder means for events that wait there. */

export interface DiskState {
  readonly dataDir: string;
  /** Type of the file system, from statfs. */
  readonly type: number;
  readonly freeMb: number;
  /** What a write to the folder fails with; null where it may be written. */
  readonly refusal: { readonly code: string; readonly message: string } | null;
  /** What the kernel was started with: /proc/cmdline. */
  readonly commandLine: string;
}

const LEAST_FREE_MB = 200;
const TMPFS = 0x01021994;
const OVERLAY = 0x794c7630;
/** raspi-config turns its overlay on by one of these: the first up to Debian 11, the second since. */
const OVERLAY_IN_MEMORY = /(^|\s)(boot=overlay|overlayroot=(?!disabled))/;
const KEEP_EVENTS =
  'turn it off (raspi-config: Performance Options, Overlay File System), or mount a partition of its own at data_dir';

export function diskFinding({ dataDir, type, freeMb, refusal, commandLine }: DiskState): Finding {
  if (refusal?.code === 'EROFS')
    return fault(
      'disk',
      `${dataDir} is on a read-only file system: no event can be kept`,
      'mount a partition that can be written at data_dir',
    );
  if (refusal)
    return fault(
      'disk',
      `${dataDir}: ${refusal.message}`,
      'give the folder to the agent’s user: chown door-agent',
    );
  if (type === TMPFS)
    return fault(
      'disk',
      `${dataDir} is in memory: events are lost with the power`,
      'set data_dir to a folder on a disk',
    );
  if (type === OVERLAY && OVERLAY_IN_MEMORY.test(commandLine))
    return fault(
      'disk',
      `${dataDir} is on an overlay in memory: events, and the pairing, are lost at each reboot`,
      KEEP_EVENTS,
    );
  if (type === OVERLAY)
    return warning(
      'disk',
      `${dataDir} is on an overlay: where its upper layer is in memory, events are lost at each reboot`,
      KEEP_EVENTS,
    );
  if (freeMb < LEAST_FREE_MB)
    return warning(
      'disk',
      `${freeMb} MB are free at ${dataDir}`,
      `make room: ${LEAST_FREE_MB} MB keep days of events`,
    );
  return fine('disk', `${freeMb} MB are free at ${dataDir}`);
}
