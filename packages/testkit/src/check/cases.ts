import { type Subject, Unexpected, Unjudged } from './subject.js';

/* The cases, each a promise that a receiver keeps. */

export interface Case {
  name: string;
  title: string;
  /** What to do where it fails. */
  next: string;
  run(subject: Subject): Promise<void>;
}

/** Of another subscription. */
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
/** Beyond the tolerance of 300 seconds. */
const FAR_S = 600;
/** Long after any door should open. */
const STALE_MS = 10 * 60_000;
const LARGE_CHARACTERS = 200_000;
const AT_ONCE = 10;

const seconds = (subject: Subject): number => Math.floor(subject.now() / 1000);

export const CASES: readonly Case[] = [
  {
    name: 'accepts-genuine',
    title: 'a genuine delivery is answered with 2xx, and acted on once',
    next: 'Verify with the secret of this subscription over `{t}.{raw body}`, and answer 2xx; a redirect counts as a failure.',
    async run(subject) {
      const envelope = subject.events.granted(subject.now());
      await subject.accepted(envelope);
      await subject.acted([envelope], 1).catch(unlessUnjudged);
    },
  },
  {
    name: 'refuses-unsigned',
    title: 'a delivery without a signature is refused',
    next: 'Answer 400 where the signature header is missing, before anything else.',
    run: (subject) => subject.refused(subject.events.forced(subject.now()), { secrets: () => [] }),
  },
  {
    name: 'refuses-wrong-signature',
    title: 'a delivery signed by another secret is refused',
    next: 'Compute the HMAC-SHA256 with your secret, compare it with each v1 in constant time, and answer 400 where none fits.',
    run: (subject) =>
      subject.refused(subject.events.forced(subject.now()), { secrets: () => [OTHER_SECRET] }),
  },
  {
    name: 'refuses-changed-body',
    title: 'a body that was changed under its signature is refused',
    next: 'Verify the bytes that came, all of them, before you read anything from them.',
    async run(subject) {
      const genuine = subject.events.granted(subject.now());
      const changed = { ...genuine, data: { ...genuine.data, lock: { id: 2, name: 'Vault', place: '' } } };
      await subject.refused(changed, { signed: JSON.stringify(genuine) });
    },
  },
  {
    name: 'refuses-old-timestamp',
    title: 'a delivery recorded ten minutes ago and replayed is refused',
    next: 'Refuse where `t` is more than 300 seconds from your clock.',
    run: (subject) => subject.refused(subject.events.forced(subject.now()), { t: seconds(subject) - FAR_S }),
  },
  {
    name: 'refuses-future-timestamp',
    title: 'a delivery signed for ten minutes from now is refused',
    next: 'Refuse where `t` is more than 300 seconds from your clock, in either direction.',
    run: (subject) => subject.refused(subject.events.forced(subject.now()), { t: seconds(subject) + FAR_S }),
  },
  {
    name: 'verifies-raw-body',
    title: 'the signature is verified over the bytes that came, whatever their form',
    next: 'Keep the raw body for the signature: JSON that is parsed and written again is another text.',
    async run(subject) {
      const envelope = subject.events.forced(subject.now());
      // The same JSON, written in another way.
      const body = `${JSON.stringify(envelope, null, 2).replace('"Site"', '"\\u0053ite"')}\n`;
      await subject.accepted(envelope, { body });
    },
  },
  {
    name: 'accepts-each-signature',
    title: 'while a secret is replaced, a right signature counts at whichever place it stands',
    next: 'Collect every v1 of the header, and accept the delivery where one of them fits.',
    async run(subject) {
      const places: [string, (own: string) => string[]][] = [
        ['first', (own) => [own, OTHER_SECRET]],
        ['last', (own) => [OTHER_SECRET, own]],
      ];
      for (const [place, secrets] of places) {
        const { status, why } = await subject.send(subject.events.forced(subject.now()), { secrets });
        if (status === null || status > 299)
          throw new Unexpected(`${why}, not 2xx, with the right signature ${place} of two`);
      }
    },
  },
  {
    name: 'acts-once-on-retry',
    title: 'a delivery that comes a second time has one effect',
    next: 'Keep the deduplicationKey of each event, in the transaction of its effect, and answer 2xx to what you have already.',
    async run(subject) {
      await subject.effects();
      const envelope = subject.events.forced(subject.now() - 1_000);
      await subject.accepted(envelope);
      await subject.acted([envelope], 1);
      await subject.accepted(envelope);
      await subject.acted([envelope], 1);
    },
  },
  {
    name: 'acts-once-at-once',
    title: 'a delivery that comes several times at the same moment has one effect',
    next: 'Claim the key before you act, with a unique index or a lock: a look before the act lets two through.',
    async run(subject) {
      await subject.effects();
      const envelope = subject.events.forced(subject.now() - 2_000);
      const answers = await Promise.all(Array.from({ length: 5 }, () => subject.send(envelope)));
      const accepted = answers.filter(({ status }) => status !== null && status >= 200 && status <= 299);
      if (accepted.length === 0) throw new Unexpected(`none was accepted: ${answers[0]?.why}`);
      await subject.acted([envelope], 1);
    },
  },
  {
    name: 'acts-once-on-redelivery',
    title: 'an event that is delivered anew, under another delivery id, has one effect',
    next: 'Access events are identified by `data.id` with `type`, not by the id of the envelope: use deduplicationKey.',
    async run(subject) {
      await subject.effects();
      const [envelope, other] = [subject.events.granted(subject.now()), subject.events.granted(0)];
      await subject.accepted(envelope);
      await subject.accepted({ ...envelope, id: other.id });
      await subject.acted([envelope, other], 1);
    },
  },
  {
    name: 'keeps-events-apart',
    title: 'two events of one door at the same moment have two effects',
    next: 'Door events have no `data.id`: they are identified by the id of the envelope.',
    async run(subject) {
      await subject.effects();
      const now = subject.now();
      const [one, other] = [subject.events.forced(now), subject.events.forced(now)];
      await subject.accepted(one);
      await subject.accepted(other);
      await subject.acted([one, other], 2);
    },
  },
  {
    name: 'ignores-sequence',
    title: 'an opening that arrives behind the later close does not undo it',
    next: 'Compare `data.occurred_at` with that of the state you have, and let an older event change nothing.',
    async run(subject) {
      const now = subject.now();
      await requireField(subject, 'doors');
      await subject.accepted(subject.events.closed(now));
      await subject.accepted(subject.events.opened(now - 5_000));
      const state = await subject.eventually(
        ({ doors }) => doors?.[subject.lockId],
        (value) => value === 'open',
      );
      if (state !== 'closed') throw new Unexpected(`it takes the door for ${state ?? 'unknown'}, not closed`);
    },
  },
  {
    name: 'stale-grant-opens-nothing',
    title: 'a grant of ten minutes ago is accepted, and opens nothing',
    next: 'Give verifyWebhook `maxAgeMs`, or compare `data.occurred_at` with your clock, before you open something; answer 2xx.',
    async run(subject) {
      await requireField(subject, 'opened');
      const opens = async (at: number) => {
        const envelope = subject.events.granted(at);
        await subject.accepted(envelope);
        return subject.eventually(({ opened }) => opened?.includes(envelope.id) ?? false, Boolean);
      };
      if (!(await opens(subject.now())))
        throw new Unexpected('it opens nothing on a grant of now, so that this cannot be seen');
      if (await opens(subject.now() - STALE_MS)) throw new Unexpected('it opened');
    },
  },
  {
    name: 'accepts-unknown-types',
    title: 'an event of a type that it does not know is answered with 2xx',
    next: 'New types come with new releases: answer 2xx to what you do not use, or it is sent again for 33 hours.',
    run: (subject) => subject.accepted(subject.events.unknown(subject.now())),
  },
  {
    name: 'accepts-unknown-fields',
    title: 'fields that it does not know are ignored',
    next: 'Read the fields that you use, and let others be: they are added without a new version.',
    async run(subject) {
      const envelope = subject.events.granted(subject.now());
      const data = { ...envelope.data, humidity: { percent: 40 } };
      await subject.accepted(envelope, { body: JSON.stringify({ ...envelope, trace: 'a1', data }) });
    },
  },
  {
    name: 'accepts-large-bodies',
    title: 'a body of 200 kB is answered with 2xx',
    next: 'Raise the limit of your body parser to 1 MB.',
    async run(subject) {
      const envelope = subject.events.forced(subject.now());
      const data = { ...envelope.data, details: { text: 'a'.repeat(LARGE_CHARACTERS) } };
      await subject.accepted({ ...envelope, data });
    },
  },
  {
    name: 'survives-malformed-bodies',
    title: 'a signed body that is no JSON gets an answer, and the next delivery is taken',
    next: 'Catch the errors of the parser, and answer 400.',
    async run(subject) {
      const { status, why } = await subject.send(subject.events.forced(subject.now()), { body: '{"id":' });
      if (status === null) throw new Unexpected(why);
      await subject.accepted(subject.events.forced(subject.now()));
    },
  },
  {
    name: 'answers-in-time',
    title: `${AT_ONCE} deliveries at once are each answered within the deadline`,
    next: 'Store the event, answer 2xx, and do the work behind the answer: an attempt ends after 10 seconds.',
    async run(subject) {
      const now = subject.now();
      const all = Array.from({ length: AT_ONCE }, () => subject.send(subject.events.forced(now)));
      for (const { status, why } of await Promise.all(all))
        if (status === null || status > 299) throw new Unexpected(`${why}, not 2xx`);
    },
  },
  {
    name: 'keeps-before-it-answers',
    title: 'what was answered with 2xx has its effect, though the receiver crashes right after',
    next: 'Write the event to where a crash leaves it before you answer: it is not sent again after a 2xx.',
    async run(subject) {
      await subject.effects();
      const { crash } = subject;
      const envelope = subject.events.forced(subject.now());
      await subject.accepted(envelope);
      await crash();
      await subject.acted([envelope], 1);
    },
  },
];

async function requireField<Name extends 'opened' | 'doors'>(subject: Subject, name: Name) {
  const { [name]: value } = await subject.effects();
  if (value !== undefined) return value;
  throw new Unjudged(
    `its effects have no \`${name}\``,
    name === 'opened'
      ? 'A receiver that opens something says so in `opened`; one that opens nothing needs no such care.'
      : 'A receiver that keeps the states of doors says so in `doors`; one that keeps none needs no such care.',
  );
}

/** Answers alone are judged then. */
function unlessUnjudged(error: unknown): void {
  if (!(error instanceof Unjudged)) throw error;
}
