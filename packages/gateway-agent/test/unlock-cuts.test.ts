import { randomUUID } from 'node:crypto';
import { toTimestamp } from '@door-access/protocol';
import { describe, expect, test } from '@jest/globals';
import { clock, cloud, online, relaysOf, until } from './stage.js';
import type { Site } from './world.js';

/* What an agent leaves at each point of an unlock, and what the next one makes of the same command. */

type Ends = (site: Site) => Promise<unknown>;

const never = () => new Promise<never>(() => undefined);
const event = (listen: (happened: () => void) => unknown) =>
  new Promise<void>((resolve) => void listen(resolve));
const strikes = (site: Site, then: () => void) =>
  site.hardware.watch(() => {
    if (site.hardware.view(1).strikeOn) then();
  });

/** Each ends the agent at one point; then whether the disk has the unlock, where only the process died and where the power failed. */
const POINTS: [string, Ends, { kill: boolean; power: boolean }][] = [
  [
    'as the strike moves',
    (site) =>
      event((happened) =>
        strikes(site, () => {
          site.agent.kill();
          happened();
        }),
      ),
    { kill: false, power: false },
  ],
  [
    'before the write',
    (site) =>
      event((happened) => {
        site.disk.gate = () => {
          happened();
          return never();
        };
      }),
    { kill: false, power: false },
  ],
  [
    'between the write and its sync',
    (site) =>
      event((happened) => {
        site.disk.beforeSync = () => {
          happened();
          return never();
        };
      }),
    { kill: true, power: false },
  ],
  [
    'behind the sync',
    (site) =>
      event((happened) =>
        site.agent.watch((change) => {
          if (change.type !== 'durable') return;
          site.agent.kill();
          happened();
        }),
      ),
    { kill: true, power: true },
  ],
  [
    'when the cloud has it',
    () =>
      event((happened) => {
        cloud.commit = async () => {
          cloud.commit = async () => undefined;
          happened();
        };
      }),
    { kill: true, power: true },
  ],
];

describe.each(POINTS)('an agent that ends %s', (_point, ends, isOnDisk) => {
  test.each(['kill', 'power'] as const)(
    'by %s never moves the door again for the command as it was issued, in whatever session it comes',
    async (how) => {
      const site = await online();
      const { disk, gatewayId } = site;
      await until(() => site.agent.journalDepth === 0);
      const { session } = cloud.of(gatewayId);
      const issued = {
        ...{ id: randomUUID(), door: 1, type: 'unlock', strike_ms: 5000 },
        issued_at: toTimestamp(clock.now()),
        expires_at: toTimestamp(clock.now() + 10_000),
      };
      let isOver = false;
      void ends(site).then(() => {
        isOver = true;
      });
      await cloud.command(gatewayId, issued);
      await until(() => isOver);
      expect(site.hardware.view(1).strikeOn).toBe(true);
      site.agent.kill();
      if (how === 'power') disk.losePower();
      else disk.kill();
      disk.gate = disk.beforeSync = async () => undefined;
      await clock.advance(1000);

      const next = await online({ gatewayId, disk });
      let moves = 0;
      strikes(next, () => moves++);
      const known = isOnDisk[how];
      const before = cloud.results(gatewayId, issued.id).length;
      await cloud.command(gatewayId, issued);
      await cloud.command(gatewayId, { ...issued, session });
      await until(() => cloud.results(gatewayId, issued.id).length >= before + 2);
      expect(moves).toBe(0);
      const outcome = known ? 'confirmed' : 'expired';
      for (const result of cloud.results(gatewayId, issued.id)) expect(result).toMatchObject({ outcome });
      // What the cut took was never sent: the journal has all of the unlock, or nothing.
      expect(relaysOf(next).filter(({ on }) => on)).toHaveLength(known ? 1 : 0);
    },
  );
});
