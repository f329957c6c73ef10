import { findGateways, type Gateway } from '../gateways/manage.js';
import { accountFilter, CommandError, type Session } from './tools/session.js';

/** The one gateway of that id or ref. */
export async function theGateway(
  session: Session,
  refOrId: string,
  account: string | undefined,
): Promise<Gateway> {
  const [found, other] = await findGateways(
    session.context.pool,
    refOrId,
    await accountFilter(session, account),
  );
  if (!found) throw new CommandError(`there is no gateway "${refOrId}" (see doorctl gateway list)`);
  if (other) throw new CommandError(`"${refOrId}" is a gateway of several accounts: name one with --account`);
  return found;
}
