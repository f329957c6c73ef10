import { type Clock, MAX_DOOR_TEST_MS, toTimestamp } from '@door-access/protocol';
import { measuredWords, STEP_WORDS } from '@door-access/protocol/door-test';
import type { StepName, StepResult } from '@door-access/protocol/setup';
import type { ConfiguredDoor } from '../config/config.js';
import { finishTest } from '../door-test/command.js';
import type { Rig } from '../door-test/rig.js';
import { type Front, type FrontInput, runDoorTest, type TestView } from '../door-test/run.js';
import type { Outcome } from '../door-test/server.js';
import type { TestInput } from '../door-test/step-state.rules.js';
import type { Gateway } from '../gateway.js';

/* The guided door test on the bench page: the agent runs on, and the person plays with the drawn door. */

/** Steps in which the tester opens the door without the lock. */
const BY_HAND: ReadonlySet<StepName> = new Set(['contact_open', 'forced']);

export interface GuidedTestOptions {
  readonly gateway: Gateway;
  readonly door: ConfiguredDoor;
  readonly clock: Clock;
  readonly agentVersion: string;
  readonly onChange: () => void;
}

export class GuidedTest {
  readonly #options: GuidedTestOptions;
  readonly #stopping = new AbortController();
  readonly #takers = new Set<(input: FrontInput) => void>();
  #view: TestView | null = null;
  #shown = '';
  #outcome: Outcome | null = null;
  #failure: string | null = null;

  constructor(options: GuidedTestOptions) {
    this.#options = options;
    this.#run().catch((error: Error) => {
      this.#failure = this.#stopping.signal.aborted ? 'The test was stopped.' : error.message;
      options.onChange();
    });
  }

  get isOver(): boolean {
    return this.#outcome !== null || this.#failure !== null;
  }

  get outcome(): Outcome | null {
    return this.#outcome;
  }

  answer(input: FrontInput): void {
    for (const take of this.#takers) take(input);
  }

  stop(): void {
    this.#stopping.abort(new Error('stopped'));
  }

  show() {
    const { gateway, door } = this.#options;
    const view = this.#view;
    return {
      gateway: gateway.config.gatewayId,
      door: door.door,
      name: door.name,
      failure: this.#failure,
      now: this.isOver ? null : (view?.now ?? null),
      ask: view?.ask ?? '',
      isQuestion: view?.isQuestion ?? false,
      secondsLeft: view?.leftMs == null ? null : Math.ceil(view.leftMs / 1000),
      steps: (view?.steps ?? []).map(({ step, result }) => ({
        step,
        words: STEP_WORDS[step],
        result,
        measured: result ? measuredWords(result).join(', ') : '',
      })),
      outcome: this.#outcome && {
        result: this.#outcome.result,
        delivery: this.#outcome.delivery,
        hasPdf: this.#outcome.pdf !== null,
      },
    };
  }

  async #run(): Promise<void> {
    const { gateway, door, clock, agentVersion, onChange } = this.#options;
    const front: Front = {
      show: (view) => {
        this.#view = view;
        // A tester opens the latch with a key or by hand; the simulated one would stay shut.
        gateway.hardware.holdLatchBack(door.door, view.now !== null && BY_HAND.has(view.now));
        // The clock alone changes nothing visible until a second has passed.
        const key = JSON.stringify({ ...view, leftMs: view.leftMs && Math.ceil(view.leftMs / 1000) });
        if (key === this.#shown) return;
        this.#shown = key;
        onChange();
      },
      listen: (take) => {
        this.#takers.add(take);
        return () => this.#takers.delete(take);
      },
    };
    const started_at = toTimestamp(clock.now());
    gateway.agent.markTest(door.door, MAX_DOOR_TEST_MS);
    const rig = benchRig(gateway, door, clock);
    const { signal } = this.#stopping;
    let steps: StepResult[];
    try {
      steps = await runDoorTest({ door, rig, front, clock, signal });
    } finally {
      gateway.hardware.holdLatchBack(door.door, false);
      gateway.agent.markTest(door.door, 0);
      await rig.close();
    }
    await finishTest(gateway.config, door, steps, {
      by: '',
      started_at,
      clock,
      agent: agentVersion,
      say: () => undefined,
      showOutcome: (outcome) => {
        this.#outcome = outcome;
        onChange();
      },
    });
  }
}

/** The agent as the test's input: relays from its records, the network from its link, edges from its board. */
function benchRig({ agent, hardware, tap }: Gateway, door: ConfiguredDoor, clock: Clock): Rig {
  const takers = new Set<(input: TestInput) => void>();
  const report = (input: TestInput) => {
    for (const take of takers) take(input);
  };
  let online = agent.linkState === 'online';
  const stops = [
    tap.listen((edge) => {
      if (edge.door === door.door)
        report({ kind: 'input', input: edge.input, active: edge.active, at: edge.at });
    }),
    agent.watch((change) => {
      if (change.type === 'link' && (change.state === 'online') !== online) {
        online = !online;
        report({ kind: 'network', up: online, at: clock.monotonic() });
      }
      if (change.type !== 'durable') return;
      for (const { json } of change.entries) {
        const record = JSON.parse(json);
        if (record.kind === 'relay' && record.relay === 'strike' && record.door === door.door)
          report({ kind: 'relay', relay: 'strike', on: record.on, at: record.mono_ms });
      }
    }),
  ];
  return {
    facts: () => ({
      contact: door.contact,
      exitButton: door.exitButton,
      strike: door.strike,
      hold: door.hold,
      lock: 'fail_secure',
      network: online ? 'online' : 'offline',
    }),
    listen(take) {
      takers.add(take);
      return () => takers.delete(take);
    },
    async perform(effect) {
      try {
        if (effect.kind === 'pulse') return await agent.pulseStrike(door.door, effect.milliseconds);
        // The agent holds doors for the cloud alone, so this goes to the board itself.
        await hardware.setRelay(door.door, 'hold', effect.on);
        report({ kind: 'relay', relay: 'hold', on: effect.on, at: clock.monotonic() });
      } catch (error) {
        report({ kind: 'relay_failed', message: (error as Error).message, at: clock.monotonic() });
      }
    },
    // The person has the drawn door to play with.
    hand: null,
    async close() {
      for (const stop of stops) stop();
    },
  };
}
