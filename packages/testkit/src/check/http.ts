import type { Clock } from '@door-access/protocol';
import { reasonOf } from './subject.js';
import type { Effects, ReceiverToCheck } from './types.js';

/* A receiver at an address. */

/** It cannot be checked at all; the message says what to do. */
export class UnreachableError extends Error {
  override name = 'UnreachableError';
}

export interface Addresses {
  url: string;
  effects?: string | undefined;
  crash?: string | undefined;
}

const LOOK_DEADLINE_MS = 10_000;
const BACK_WITHIN_MS = 30_000;
const LOOK_AGAIN_MS = 50;

export function receiverAt(
  { url, effects, crash }: Addresses,
  clock: Clock,
): Pick<ReceiverToCheck, 'deliver' | 'effects' | 'crash'> {
  const isUp = async () => {
    const signal = AbortSignal.timeout(LOOK_DEADLINE_MS);
    return fetch(effects ?? url, { signal, redirect: 'manual' }).then(
      async (answer) => {
        await answer.body?.cancel();
        return true;
      },
      () => false,
    );
  };
  return {
    async deliver({ headers, body }, signal) {
      const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
      await answer.body?.cancel();
      return { status: answer.status };
    },
    ...(effects === undefined ? {} : { effects: () => readEffects(effects) }),
    ...(crash === undefined
      ? {}
      : {
          async crash() {
            // It may end before it answers.
            const signal = AbortSignal.timeout(LOOK_DEADLINE_MS);
            await fetch(crash, { method: 'POST', signal }).catch(() => {});
            const end = clock.monotonic() + BACK_WITHIN_MS;
            while (!(await isUp()) && clock.monotonic() < end) await clock.sleep(LOOK_AGAIN_MS);
          },
        }),
  };
}

async function readEffects(url: string): Promise<Effects> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(LOOK_DEADLINE_MS), redirect: 'manual' });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return (await answer.json()) as Effects;
}

/** @throws UnreachableError where nothing answers there */
export async function requireReachable(url: string): Promise<void> {
  const signal = AbortSignal.timeout(LOOK_DEADLINE_MS);
  try {
    const answer = await fetch(url, { signal, redirect: 'manual' });
    await answer.body?.cancel();
  } catch (error) {
    throw new UnreachableError(
      `${url} does not answer (${reasonOf(error)}): start the receiver, and name its address`,
    );
  }
}
