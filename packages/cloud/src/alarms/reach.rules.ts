import type { NoticeChannel } from '../notify/templates.rules.js';
import type { Target } from './alarm.rules.js';

/* Whom a target means, and by which way: pure. */

export interface Person {
  id: string;
  name: string;
  email: string;
  role: string;
  location_id: number;
  by_email: boolean;
  by_sms: boolean;
  phone: string;
  language: string;
  /** Those that notifications are switched on in; `host` is that of the push service. */
  browsers: readonly { id: string; host: string }[];
}

export interface Channel {
  id: string;
  name: string;
  kind: NoticeChannel;
  address: string;
  language: string;
}

export interface Recipient {
  /** Of its own: notices to it are counted by this. */
  key: string;
  channel: NoticeChannel;
  to: string;
  /** For people. */
  name: string;
  language: string;
  /** Of the channel `browser`: which one. */
  browser?: string;
}

export interface Reachable {
  /** Users on duty. */
  duty: readonly string[];
  people: ReadonlyMap<string, Person>;
  channels: ReadonlyMap<string, Channel>;
  /** The location of the alarm and all above it. */
  above: readonly number[];
}

/** Each recipient once. Where no one is left to reach, the owners are: an alarm does not end with no one. */
export function recipientsOf(targets: readonly Target[], reachable: Reachable): Recipient[] {
  const found = targets.flatMap((target) => reach(target, reachable));
  const all = found.length > 0 ? found : owners(reachable);
  return [...new Map(all.map((recipient) => [recipient.key, recipient])).values()];
}

function reach(target: Target, { duty, people, channels }: Reachable): Recipient[] {
  if (target.kind === 'channel') {
    const channel = channels.get(target.id);
    if (!channel) return [];
    const { id, kind, address, name, language } = channel;
    return [{ key: `channel:${id}`, channel: kind, to: address, name, language }];
  }
  const ids = target.kind === 'duty' ? duty : [target.id];
  return ids.flatMap((id) => {
    const person = people.get(id);
    return person ? ways(person) : [];
  });
}

const owners = ({ people, above }: Reachable): Recipient[] =>
  [...people.values()]
    .filter(({ role, location_id }) => role === 'owner' && above.includes(location_id))
    .flatMap(ways);

/** E-mail where nothing else is chosen: a person who can be reached is. */
function ways({ id, name, email, phone, language, by_email, by_sms, browsers }: Person): Recipient[] {
  const others: Recipient[] = browsers.map((browser) => ({
    key: `user:${id}:browser:${browser.id}`,
    channel: 'browser',
    to: browser.host,
    name: `${name} (browser)`,
    language,
    browser: browser.id,
  }));
  if (by_sms && phone !== '')
    others.unshift({ key: `user:${id}:sms`, channel: 'sms', to: phone, name: `${name} (SMS)`, language });
  const byMail: Recipient = { key: `user:${id}:email`, channel: 'email', to: email, name, language };
  return by_email || others.length === 0 ? [byMail, ...others] : others;
}
