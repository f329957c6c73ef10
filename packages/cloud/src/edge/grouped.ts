import type { Rhythm } from './rhythm.js';

/** A larger group saves little, and holds up the loop for those who wait for something else. */
const MAX_IN_A_GROUP = 64;

/**
 * A call for one gateway, made of a call for many: what comes in while one group is in work goes into the next, a gateway
 * once, so that its calls keep their sequence. A group begins when the rhythm says so, or when it is full, and fails as a
 * whole.
 */
export function grouped<Input extends { gatewayId: string }, Output>(
  rhythm: Rhythm,
  run: (inputs: Input[]) => Promise<readonly Output[]>,
): (input: Input) => Promise<Output> {
  let waiting: { input: Input; resolve(output: Output): void; reject(reason: unknown): void }[] = [];
  let isRunning = false;

  function pump(): void {
    if (isRunning || waiting.length === 0) return;
    if (rhythm.isDue() || waiting.length >= MAX_IN_A_GROUP) void runGroup();
    else rhythm.whenDue(pump);
  }

  async function runGroup(): Promise<void> {
    isRunning = true;
    // Calls that follow from one commit come in the same moment.
    await null;
    rhythm.begun();
    const group = new Map<string, (typeof waiting)[number]>();
    waiting = waiting.filter((call) => {
      const { gatewayId } = call.input;
      if (group.size === MAX_IN_A_GROUP || group.has(gatewayId)) return true;
      group.set(gatewayId, call);
      return false;
    });
    const calls = [...group.values()];
    try {
      const outputs = await run(calls.map(({ input }) => input));
      for (const [index, { resolve }] of calls.entries()) resolve(outputs[index] as Output);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
    isRunning = false;
    pump();
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      pump();
    });
}
