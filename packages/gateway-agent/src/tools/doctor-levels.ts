import type { Clock } from '@door-access/protocol';
import type { ConfiguredDoor } from '../config/config.js';
import { waveshareBoard } from '../drivers/boards/modbus.js';
import { findPort } from '../drivers/boards/serial-find.js';
import { type OpenSerial, openSerial } from '../drivers/boards/serial-link.js';
import type { InputName } from '../drivers/driver.js';
import { findLine } from '../drivers/gpio-lines.js';
import type { GpioKernel } from '../drivers/gpio-uapi.js';
import type { Wiring } from '../drivers/wiring.js';
import { type Finding, fault, fine, warning } from './finding.js';

/* What inputs read at this moment, in words that a person can hold against the door. No relay is moved. */

/** Wiring the wrong way round cannot be seen without the door: what is read is said, and what it should be. */
export function levelFinding(
  { door, name, contact }: Pick<ConfiguredDoor, 'door' | 'name' | 'contact'>,
  input: InputName,
  active: boolean,
): Finding {
  const about = `door ${door} (${name})`;
  if (input === 'exit_button')
    return active
      ? warning(
          about,
          'the exit button reads pressed',
          'right while someone presses it; else it is wired the wrong way round (active_low), or its cable has a short circuit',
        )
      : fine(about, 'the exit button reads not pressed: press it and run this again, it must read pressed');
  const normally = contact?.normally ?? 'closed';
  const reads = active === (normally === 'closed') ? 'closed' : 'open';
  return reads === 'closed'
    ? fine(
        about,
        'the contact reads closed: right if the door is shut now; open it and run this again, it must read open',
      )
    : warning(
        about,
        'the contact reads open',
        `right if the door is open now; if it is shut, a cable is off, or the contact is wired the wrong way round: set normally: ${normally === 'closed' ? 'open' : 'closed'}`,
      );
}

/** Levels of a door on GPIO lines; none where a line cannot be had, which is reported elsewhere. */
export function lineLevels(door: ConfiguredDoor, wiring: Wiring, kernel: GpioKernel): Finding[] {
  return wiring.inputs.flatMap(({ input, point }) => {
    try {
      const { chip, offset } = findLine(kernel, wiring.chip, point.line ?? 0);
      const line = kernel.input(chip.path, offset, {
        activeLow: point.activeLow,
        bias: point.bias,
        debounce: 0,
      });
      try {
        return [levelFinding(door, input, line.get())];
      } finally {
        line.close();
      }
    } catch {
      return [];
    }
  });
}

/** Whether a door's boards answer, whether an input switches a relay past the agent, and what its inputs read. */
export async function boardLevels(
  door: ConfiguredDoor,
  wiring: Wiring,
  clock: Clock,
  open: OpenSerial = openSerial,
): Promise<Finding[]> {
  // The other boards report nothing about themselves, or move when they are asked.
  if (wiring.driver !== 'waveshare' || !wiring.port) return [];
  const about = `door ${door.door} (${door.name})`;
  const points = [...wiring.inputs, ...wiring.relays].map(({ point }) => point.address);
  const findings: Finding[] = [];
  const link = await open(findPort(wiring.port), wiring.baudRate ?? waveshareBoard(1).baudRate, clock).catch(
    (error: Error) => error,
  );
  if (link instanceof Error)
    return [fault(about, `the port cannot be opened: ${link.message}`, 'is another program using it?')];
  try {
    for (const address of new Set(points)) {
      const board = waveshareBoard(address);
      const inputs = wiring.inputs.filter(({ point }) => point.address === address);
      const relays = wiring.relays.filter(({ point }) => point.address === address);
      try {
        await board.probe?.(link);
      } catch {
        findings.push(
          fault(
            about,
            `no board answers at address ${address}`,
            'check its supply, A and B (swap them), baud_rate and address; each board on the line needs an address of its own',
          ),
        );
        continue;
      }
      try {
        await board.start?.(
          link,
          relays.map(({ point }) => point.channel ?? 0),
        );
        findings.push(
          fine(about, `the board at address ${address} answers, and leaves its relays to the agent`),
        );
      } catch (error) {
        findings.push(
          fault(
            about,
            `the board at address ${address}: ${(error as Error).message}`,
            'write 0 (normal) to the control mode of that relay with the maker’s tool',
          ),
        );
      }
      const levels = await board
        .poll(
          link,
          inputs.map(({ point }) => point.channel ?? 0),
        )
        .catch(() => []);
      findings.push(
        ...levels.flatMap((level, index) => {
          const wired = inputs[index];
          return wired ? [levelFinding(door, wired.input, level !== wired.point.activeLow)] : [];
        }),
      );
    }
    return findings;
  } finally {
    await link.close();
  }
}
