import type { Context } from '../context.js';
import { within } from '../deadlines.js';
import { apply } from '../doors/apply.js';
import { COMMAND_LIFETIME_MS } from '../doors/command.rules.js';
import { markSent, markSentLater } from '../doors/sent.js';
import type { CommandTarget, CommandView } from '../doors/store/port.js';
import { ApiError } from '../errors.js';
import {
  type CommandCaller,
  commanding,
  findCommandTarget,
  type HeldCaller,
  newCommand,
  recordCommand,
  requireTarget,
} from './command-target.js';
import { findCommand, listen, untilEnd, type Waiting } from './commands.js';
import { handToGateway } from './hand-to-gateway.js';

/** The id and expiry of a command that began before it came here. */
export interface Begun {
  id: string;
  /** Unix milliseconds; by default the usual lifetime from now on. */
  expires_at?: number;
}

/** What a caller may bring along. */
interface UnlockOptions {
  begun?: Begun;
  /** When the request for it came, on the monotonic clock. */
  arrived: number;
  /** The target as it is looked up since the caller was identified; undefined where it is not found so. */
  target?: Promise<CommandTarget | undefined> | null;
}

/** Commands a momentary unlock; the answer says that it was sent. */
export async function unlock(
  context: Context,
  by: CommandCaller | HeldCaller<CommandCaller>,
  lockId: number,
  note: string,
  options: UnlockOptions,
): Promise<CommandView> {
  const { command } = await send(context, by, lockId, note, options);
  return { ...command, status: 'sent', sent_at: await markSent(context, command.id) };
}

/** The same, answered once the command is confirmed or failed, or as it is when the time is over. */
export async function unlockAndWait(
  context: Context,
  caller: CommandCaller,
  lockId: number,
  note: string,
  { target, arrived, ...waiting }: Waiting & Pick<UnlockOptions, 'target' | 'arrived'>,
): Promise<CommandView> {
  const id = context.ids.uuid();
  const heard = listen(context, id);
  try {
    const { command, to } = await send(context, caller, lockId, note, {
      begun: { id },
      arrived,
      target: target ?? null,
    });
    const sent = markSentLater(context, { id, ...to });
    const read = async () => {
      await sent.record();
      return findCommand(context, caller, lockId, id);
    };
    try {
      const known: CommandView = { ...command, status: 'sent', sent_at: sent.at };
      return await untilEnd(context, known, { ...waiting, read, heard });
    } finally {
      await sent.record();
    }
  } finally {
    heard.stop();
  }
}

/**
 * The command is committed before it is published, so that whatever the gateway answers finds its record. The pulse
 * length is the installer's setting.
 */
async function send(
  context: Context,
  by: CommandCaller | HeldCaller<CommandCaller>,
  lockId: number,
  note: string,
  { begun, arrived, target: found }: UnlockOptions,
): Promise<{ command: CommandView; to: { gateway_id: string; door: number } }> {
  // Time runs from here: what a slow look-up takes does not extend the command.
  const asked_at = context.clock.now();
  const deadline = arrived + SENT_WITHIN_MS;
  const recording = commanding(context, by, async (commands, caller) => {
    const target = requireTarget((await found) ?? (await commands.findTarget(caller, lockId)), 'unlock');
    const span = { asked_at, expires_at: begun?.expires_at ?? asked_at + COMMAND_LIFETIME_MS };
    const command = newCommand(context, caller, target, 'unlock', span, begun?.id);
    await recordCommand(commands, caller, target, command, note);
    return { target, command };
  });
  const { target, command } = await inTime(context, deadline, recording);

  const look = () =>
    commanding(context, by, (commands, caller) => findCommandTarget(commands, caller, lockId, 'unlock'));
  try {
    await handToGateway(context, command, target, { look, deadline });
  } catch (error) {
    context.log.warn(
      { err: error, lock: target.id, command: command.id },
      'unlock not handed to the gateway',
    );
    await noteFailure(context, command.id);
    throw new ApiError('publish_failed');
  }
  return { command, to: { gateway_id: target.gateway_id, door: target.door } };
}

/**
 * A database that changes its primary takes longer, and a gateway whose process ends connects to another within a second or
 * so. From the arrival of the request, so that its answer comes within 5 s on a busy machine too: who stands at the door
 * waits for it.
 */
const SENT_WITHIN_MS = 2_000;
const NOTED_WITHIN_MS = 300;

/** Where the database does not answer, the command fails when it expires. */
async function noteFailure(context: Context, command_id: string): Promise<void> {
  const { clock, log } = context;
  const noting = apply(context, [{ kind: 'command', command_id, input: { kind: 'publish_failed' } }]);
  try {
    await within(clock, NOTED_WITHIN_MS, noting, () => new Error('the database does not answer'));
  } catch (error) {
    log.warn({ err: error, command: command_id }, 'the failure of a command was not recorded in time');
  }
}

/**
 * The command, if it is recorded in time. Otherwise it is never sent, whatever becomes of it: its caller was answered with
 * a failure, and a door that opens later would surprise. One that is recorded late is left to its expiry.
 */
const inTime = <T>({ clock }: Context, deadline: number, recording: Promise<T>): Promise<T> =>
  within(
    clock,
    Math.max(0, deadline - clock.monotonic()),
    recording,
    () =>
      new ApiError('server_error', {
        message: 'The database did not take the command in time, so that the door is not opened. Try again.',
      }),
  );
