import type { JournalRecord } from '@door-access/protocol';
import type { AgentChange } from '../agent.js';
import type { Gateway } from '../gateway.js';
import type { Entry } from '../journal/journal.js';

const MAX_RECORDS = 40;

export interface ShownRecord {
  readonly record: JournalRecord;
  readonly acknowledged: boolean;
}

/** What the page shows of one gateway; follows its agent. */
export class GatewayView {
  readonly gateway: Gateway;
  #records: Entry[] = [];
  #forgotten = 0;
  #disk: string | null = null;

  constructor(gateway: Gateway) {
    this.gateway = gateway;
  }

  follow(change: AgentChange): void {
    if (change.type === 'durable') this.#records = [...this.#records, ...change.entries].slice(-MAX_RECORDS);
    else if (change.type === 'forgotten') this.#forgotten = change.upTo;
    else if (change.type === 'disk') this.#disk = change.message;
  }

  show() {
    const { config, agent, hardware, cable } = this.gateway;
    const reports = new Map(agent.reports().map((report) => [report.door, report]));
    return {
      id: config.gatewayId,
      link: agent.linkState,
      plugged: cable.plugged,
      board: !hardware.broken,
      depth: agent.journalDepth,
      disk: this.#disk,
      doors: config.doors.map((door) => {
        const { leaf, latched, exitPressed } = hardware.view(door.door);
        const report = reports.get(door.door);
        return {
          door: door.door,
          name: door.name,
          lockId: door.lockId,
          exitReleases: door.exitReleases,
          wired: {
            contact: door.contact !== null,
            exitButton: door.exitButton !== null,
            strike: door.strike,
            hold: door.hold,
          },
          leaf,
          latched,
          exitPressed,
          contact: report?.contact ?? null,
          strikeOn: report?.strike_on ?? false,
          holdOn: report?.hold_on ?? false,
          pulseLeft: agent.pulseLeft(door.door),
        };
      }),
      records: this.#records
        .map(
          ({ seq, json }): ShownRecord => ({
            record: JSON.parse(json),
            acknowledged: seq <= this.#forgotten,
          }),
        )
        .reverse(),
    };
  }
}
