import type { Clock } from '@door-access/protocol';
import type { ConfiguredDoor } from '../config.js';
import type { Driver, InputName, RawEdge } from '../drivers/driver.js';

/* The guided test of one door: a person moves it, the program measures. */

export interface Terminal {
  say(line: string): void;
  /** True for yes. */
  confirm(question: string): Promise<boolean>;
}

export interface StepReport {
  readonly step: 'contact_open' | 'contact_close' | 'exit_button' | 'strike' | 'hold_on' | 'hold_off';
  readonly passed: boolean;
  readonly detail: string;
  /** Transitions beyond the first, and how long they went on, of an input. */
  readonly bounces?: number;
  readonly bounce_ms?: number;
  /** Time for which the strike was on. */
  readonly measured_ms?: number;
}

export interface DoorTestReport {
  readonly door: number;
  readonly name: string;
  readonly passed: boolean;
  readonly steps: readonly StepReport[];
}

export interface DoorTestOptions {
  readonly door: ConfiguredDoor;
  readonly driver: Driver;
  /** Raw edges of the driver, as it was opened with. */
  readonly edges: EdgeFeed;
  readonly terminal: Terminal;
  readonly clock: Clock;
  /** How long a person has for each movement. */
  readonly patienceMs: number;
}

const PULSE_MS = 1000;
/** A pulse may be so much longer or shorter: scheduling, a serial line, a board's 100 ms steps. */
const PULSE_TOLERANCE_MS = 150;
const QUIET_MS = 300;

/** Hands raw edges to whoever waits for them. */
export class EdgeFeed {
  readonly #waiting = new Set<(edge: RawEdge) => void>();

  push(edge: RawEdge): void {
    for (const take of this.#waiting) take(edge);
  }

  listen(take: (edge: RawEdge) => void): () => void {
    this.#waiting.add(take);
    return () => this.#waiting.delete(take);
  }
}

export async function testDoor(options: DoorTestOptions): Promise<DoorTestReport> {
  const { door, terminal } = options;
  const steps: StepReport[] = [];
  const add = (step: StepReport) => {
    steps.push(step);
    terminal.say(`  ${step.passed ? 'passed' : 'FAILED'} ${step.step}: ${step.detail}`);
  };
  terminal.say(`Door ${door.door}, ${door.name}`);
  if (door.contact) {
    const closedIs = door.contact.normally === 'closed';
    add(
      await move(
        options,
        'contact_open',
        'contact',
        !closedIs,
        'Start with the door closed, and open it now.',
      ),
    );
    add(await move(options, 'contact_close', 'contact', closedIs, 'Close the door now.'));
  }
  if (door.exitButton)
    add(await move(options, 'exit_button', 'exit_button', true, 'Press the exit button now.'));
  if (door.strike) add(await pulseStrike(options));
  if (door.hold) {
    add(await hold(options, true));
    add(await hold(options, false));
  }
  return { door: door.door, name: door.name, passed: steps.every(({ passed }) => passed), steps };
}

/** Waits for an input to come to rest at a level, and counts how it bounced on the way. */
async function move(
  { door, edges, terminal, clock, patienceMs }: DoorTestOptions,
  step: StepReport['step'],
  input: InputName,
  level: boolean,
  request: string,
): Promise<StepReport> {
  const seen: RawEdge[] = [];
  const stop = edges.listen((edge) => {
    if (edge.door === door.door && edge.input === input) seen.push(edge);
  });
  terminal.say(`  ${request}`);
  const deadline = clock.monotonic() + patienceMs;
  const isAtRest = () => {
    const last = seen.at(-1);
    return last?.active === level && clock.monotonic() - last.at > QUIET_MS;
  };
  while (!isAtRest() && clock.monotonic() < deadline) await clock.sleep(20);
  stop();
  const [first] = seen;
  const last = seen.at(-1);
  if (!first || !last)
    return {
      step,
      passed: false,
      detail: `nothing was seen within ${patienceMs / 1000} s: check the wiring`,
    };
  if (last.active !== level)
    return {
      step,
      passed: false,
      detail: 'the input moved the other way: check "normally" (contact) or active_low',
    };
  const bounces = seen.length - 1;
  const bounce_ms = Math.round((last.at - first.at) * 10) / 10;
  const window = (input === 'contact' ? door.contact : door.exitButton)?.debounceMs ?? 0;
  const passed = bounce_ms <= window;
  const detail = `${bounces} bounces in ${bounce_ms} ms (debounce_ms is ${window}${passed ? '' : ': too short, raise it'})`;
  return { step, passed, detail, bounces, bounce_ms };
}

async function pulseStrike({ door, driver, terminal, clock }: DoorTestOptions): Promise<StepReport> {
  const step = 'strike';
  terminal.say(`  The strike goes on for ${PULSE_MS / 1000} s.`);
  try {
    const began = clock.monotonic();
    if (driver.pulse) await driver.pulse(door.door, PULSE_MS);
    else await driver.setRelay(door.door, 'strike', true);
    await clock.sleep(PULSE_MS - (clock.monotonic() - began));
    await driver.setRelay(door.door, 'strike', false);
    const measured_ms = Math.round(clock.monotonic() - began);
    if (Math.abs(measured_ms - PULSE_MS) > PULSE_TOLERANCE_MS)
      return { step, passed: false, measured_ms, detail: `it was on for ${measured_ms} ms` };
    const released = await terminal.confirm('  Did the lock let go, and hold again after it?');
    return {
      step,
      passed: released,
      measured_ms,
      detail: `on for ${measured_ms} ms${released ? '' : ', but the lock did not follow: check "lock" and the wiring'}`,
    };
  } catch (error) {
    return { step, passed: false, detail: (error as Error).message };
  }
}

async function hold({ door, driver, terminal }: DoorTestOptions, on: boolean): Promise<StepReport> {
  const step = on ? 'hold_on' : 'hold_off';
  try {
    await driver.setRelay(door.door, 'hold', on);
    const passed = await terminal.confirm(on ? '  Is the door free to open now?' : '  Is it locked again?');
    return { step, passed, detail: passed ? 'as it should be' : 'the lock did not follow' };
  } catch (error) {
    return { step, passed: false, detail: (error as Error).message };
  }
}
