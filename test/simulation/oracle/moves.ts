import type { GatewayPlan } from '../layout.js';
import { MOVED, type Move, STILL_AFTER_MS } from '../moves.js';
import type { Step } from '../plan.js';
import type { EventRow } from '../tables.js';
import type { World } from '../world.js';
import type { Report, Violation } from './judge.js';
import { judgeAlarms, judgeGateway, MAX_TIE_MS, reportTo } from './rollbacks.js';

/* What holds when an account goes to another installation: all that went in is there, once, and no door has moved for it. */

/** A relay that moves for a session message does so within. */
const MOVES_WITHIN_MS = 3_000;
const BACK_WITHIN_MS = 60_000;
/** What keeps a gateway from its service, and for how long at most. */
const TROUBLE = /^(cut|silence|kill|power)/;
const LONGEST_TROUBLE_MS = 75 * 60_000;

export function judgeMove(world: World, steps: readonly Step[]): Violation[] {
  const violations: Violation[] = [];
  const report = reportTo(violations);
  const { other, layout } = world;
  const move = steps.find((step): step is Move => step.do === 'move');
  // Where the account never got there, its gateways were kept.
  const hasGone = other !== null && other.database.tables.gateways.size > 0;
  for (const plan of layout.gateways) {
    const goes = hasGone && plan.account === MOVED;
    judgeGateway(goes ? other : world, plan, report);
    if (!move || plan.account !== MOVED) continue;
    judgeReturn(world, plan, move, report);
    if (!goes) continue;
    judgeHolds(world, plan, move, report);
    if (world.database.tables.gateways.get(plan.id)?.online === true)
      report('a gateway that has moved is away', world.scheduler.now, plan, 'it is online where it was');
  }
  judgeAlarms(world, report);
  if (hasGone) judgeRaised(world, other, report);
  return violations.sort((a, b) => a.at - b.at);
}

/** Of an alarm that both installations have, one has raised it. */
function judgeRaised(world: World, other: World, report: Report): void {
  const alarmsOf = ({ database }: World) =>
    database.tables.events.filter(({ type }) => type === 'door.forced' || type === 'door.left_open');
  const before = alarmsOf(world);
  // Rows that were carried are no events of the other one.
  const carried = new Set(before.map(({ id, recorded_at }) => `${id} ${recorded_at}`));
  const isOf = (one: EventRow) => (alarm: EventRow) =>
    alarm.type === one.type &&
    alarm.lock_id === one.lock_id &&
    Math.abs(alarm.occurred_at - one.occurred_at) <= MAX_TIE_MS;
  for (const alarm of alarmsOf(other)) {
    if (carried.has(`${alarm.id} ${alarm.recorded_at}`)) continue;
    const plan = world.layout.gateways.find(({ id }) => id === alarm.gateway_id) ?? null;
    const wasRaised = before.some(isOf(alarm));
    const isRaised = !('is_known' in alarm && alarm.is_known);
    const what = `${alarm.type} of lock ${alarm.lock_id} at ${alarm.occurred_at}`;
    if (wasRaised && isRaised) report('an alarm is not raised again', alarm.recorded_at, plan, what);
    if (!wasRaised && !isRaised) report('an alarm is raised', alarm.recorded_at, plan, what);
  }
}

/** While the other installation does not know a gateway, the one before has it again at once. */
function judgeReturn({ seen, address }: World, plan: GatewayPlan, move: Move, report: Report): void {
  const until = move.at + BACK_WITHIN_MS;
  if (move.importedAfter !== null && move.importedAfter <= BACK_WITHIN_MS) return;
  const isTroubled = (at: number) => at > move.at - LONGEST_TROUBLE_MS && at < until;
  const troubles = seen.done.filter(
    ({ gateway, at, what }) => gateway === plan.index && isTroubled(at) && TROUBLE.test(what),
  );
  if (troubles.length > 0 || seen.crashes.some(isTroubled)) return;
  const there = seen.gateways[plan.index]?.sessions.filter(
    ({ at, from }) => from === address && at >= move.at && at < until,
  );
  // With the first it learns that it is to go.
  if (there?.length === 1)
    report(
      'a gateway that is refused elsewhere comes back',
      until,
      plan,
      `it has no session within ${BACK_WITHIN_MS / 1_000} s`,
    );
}

/** No session message on the way lets a door go, or holds another. */
function judgeHolds({ seen, address }: World, plan: GatewayPlan, move: Move, report: Report): void {
  const own = seen.gateways[plan.index];
  const arrived = own?.sessions.find(({ from }) => from !== address);
  if (!own || !arrived || arrived.at > move.at + STILL_AFTER_MS) return;
  const onTheWay = own.sessions.filter(({ at }) => at >= move.at && at <= arrived.at);
  // A start lets go of all holds: what is desired is held again.
  if (own.boots.some(({ started }) => started > move.at - move.exportedBefore && started <= arrived.at))
    return;
  for (const { id, setup } of plan.locks) {
    const holds = own.doors.get(setup.door)?.relays.filter(({ relay }) => relay === 'hold') ?? [];
    const wish = seen.modes.findLast(({ lock, at }) => lock === id && at < arrived.at);
    // What was asked for last had reached the gateway.
    const isKnown =
      !wish ||
      own.sessions.some(({ from, at }) => from === address && at > wish.at && at < move.at) ||
      holds.some(({ at }) => at >= wish.at && at < move.at);
    const moved = holds.find(({ at }) =>
      onTheWay.some((one) => at >= one.at && at < one.at + MOVES_WITHIN_MS),
    );
    const hasEnded = wish?.until != null && moved && Math.abs(wish.until - moved.at) < 2 * MOVES_WITHIN_MS;
    if (moved && isKnown && !hasEnded)
      report(
        'no door moves for a move',
        moved.at,
        plan,
        `the hold of lock ${id} goes ${moved.on ? 'on' : 'off'}`,
      );
  }
}
