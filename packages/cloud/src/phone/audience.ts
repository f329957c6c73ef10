import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import type { KnownPhone, PhoneEndpoint } from '../http/endpoint.js';
import { exceeded, type LimiterFactory, spendOne } from '../http/limits/rate-limit.js';
import type { Audience } from '../http/pipeline.js';
import { phoneToken } from './cookie.js';
import { PHONE_PATH } from './manifest.rules.js';
import { findPhone } from './phones.js';

/** Where the phone key's own routes lie; they are no part of the interface and change with the page. */
export const PHONE_API_PATH = `${PHONE_PATH}/api`;
/** Many phones may stand behind one address; one asks every few seconds. */
const REQUESTS_PER_ADDRESS = 3_000;
const REQUESTS_PER_PHONE = 300;
const UNLOCKS_PER_PHONE = 30;
/** Cookies that no phone has, from one address: no one mistypes 256 bits so often. */
const MISSES_PER_ADDRESS = 30;
const WINDOW_SECONDS = 60;

/** Phones with a key on them, known by a cookie. */
export function phoneAudience(
  context: Context,
  endpoints: readonly PhoneEndpoint[],
  limiters: LimiterFactory,
): Audience<PhoneEndpoint, { token: string; phone: KnownPhone | null }> {
  const limiter = (name: string, points: number) =>
    limiters({ keyPrefix: `limit:phone-${name}`, points, duration: WINDOW_SECONDS });
  const perAddress = limiter('address', REQUESTS_PER_ADDRESS);
  const misses = limiter('miss', MISSES_PER_ADDRESS);
  const perPhone = limiter('requests', REQUESTS_PER_PHONE);
  const unlocks = limiter('unlocks', UNLOCKS_PER_PHONE);

  async function requireFewGuesses(address: string): Promise<void> {
    const missed = await misses.get(address);
    if (missed && missed.consumedPoints >= misses.points) throw exceeded({ resetMs: missed.msBeforeNext });
  }

  return {
    path: PHONE_API_PATH,
    endpoints,
    ownHeader: 'x-phone',
    admit: (address) => spendOne(perAddress, address),
    async identify({ request, address, endpoint }) {
      const token = phoneToken(context, request);
      if (endpoint?.takesAnyone) {
        await requireFewGuesses(address);
        return { token: token ?? '', phone: null };
      }
      const phone = token === null ? null : await findPhone(context, token);
      if (token !== null && phone) return { token, phone };
      // One who guesses may share an address with a building, whose doors still open.
      await requireFewGuesses(address);
      if (token !== null) await misses.penalty(address);
      throw new ApiError('unauthenticated', { message: 'There is no key on this phone.' });
    },
    async count({ phone }, { endpoint }) {
      if (!phone) return;
      await spendOne(perPhone, phone.id);
      if (endpoint?.movesDoors) await spendOne(unlocks, phone.id);
    },
    permit() {},
    async failed({ endpoint, address }, error) {
      if (endpoint?.takesAnyone && error instanceof ApiError) await misses.penalty(address);
    },
  };
}
