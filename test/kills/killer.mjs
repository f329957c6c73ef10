// Kills at random moments: each victim so often, in a random order, some while the last one has not yet recovered.
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from './place.mjs';
import { findPostgres, killPostgres } from './service.mjs';

/** Of the kills, so many come before all has recovered from the last. */
const OVERLAPPING = 0.3;
const LONGEST_DOWN_MS = 700;
const LONGEST_UP_MS = 900;
const LONGEST_OVERLAP_MS = 600;
/** Agents that die at the worst moment beside those that die at a random one. */
const DEATHS_IN_PULSE = 6;
const IN_PULSE_WITHIN_MS = 4_000;
const RECOVERED_WITHIN_MS = 25_000;
/** PostgreSQL mostly dies with all its processes; sometimes only its postmaster or one backend is killed. */
const POSTGRES_DEATHS = [...Array(14).fill('all'), ...Array(6).fill('head'), ...Array(4).fill('backend')];

export async function killAll({ service, gateways, random, times, deadline }) {
  const deaths = POSTGRES_DEATHS.filter((how, index) => how === 'backend' || index < times);
  const plan = random.shuffle([
    ...Array(times).fill({ victim: 'service' }),
    ...deaths.map((how) => ({ victim: 'postgres', how })),
    ...Array.from({ length: times + DEATHS_IN_PULSE }, (_, index) => ({
      victim: 'agent',
      how: index < times ? 'random' : 'pulse',
      gateway: gateways[index % gateways.length],
    })),
  ]);
  const log = [];
  for (const [index, step] of plan.entries()) {
    const share = (deadline - performance.now()) / (plan.length - index);
    const isOverlapping = random.chance(OVERLAPPING) || share < 500;
    await sleep(random.between(0, isOverlapping ? LONGEST_OVERLAP_MS : LONGEST_UP_MS));
    const entry = {
      ...step,
      gateway: step.gateway?.ref,
      at: Date.now(),
      overlapping: isOverlapping,
      recovered_ms: null,
    };
    entry.killed = await killOne(step, { service, random });
    log.push(entry);
    if (isOverlapping) continue;
    entry.recovered_ms = await recovery({ service, gateways });
    if (entry.recovered_ms === null)
      throw new Error(
        `no recovery from the kill of ${step.victim} (${step.how ?? step.gateway?.ref ?? ''}), number ${index + 1}`,
      );
  }
  if ((await recovery({ service, gateways })) === null) throw new Error('no recovery from the last kill');
  return log;
}

async function killOne({ victim, how, gateway }, { service, random }) {
  if (victim === 'postgres') {
    // While it is just starting, there may be nothing to kill for a moment.
    let postgres = null;
    await until(() => {
      postgres = findPostgres(service.databaseFolder);
      return postgres !== null;
    }, RECOVERED_WITHIN_MS);
    return postgres !== null && killPostgres(postgres, how, random);
  }
  if (how === 'pulse' && (await gateway.killInPulse(IN_PULSE_WITHIN_MS))) {
    gateway.start();
    return true;
  }
  const target = victim === 'service' ? service : gateway;
  const killed = await target.kill();
  await sleep(random.between(0, LONGEST_DOWN_MS));
  target.start();
  return killed;
}

/** Milliseconds until the cloud has acknowledged a record of every gateway made after this moment. */
function recovery({ service, gateways }) {
  const began = Date.now();
  const wanted = new Map(gateways.map((gateway) => [gateway, null]));
  return until(() => {
    for (const [gateway, seq] of wanted)
      if (seq === null && gateway.status?.at > began) wanted.set(gateway, gateway.status.last + 1);
    return (
      service.ready &&
      [...wanted].every(
        ([{ status }, seq]) => seq !== null && status?.link === 'online' && status.acknowledged >= seq,
      )
    );
  }, RECOVERED_WITHIN_MS);
}
