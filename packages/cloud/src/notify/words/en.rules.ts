import type { Words } from '../notice.types.js';

export { en as wording } from '@door-access/protocol/explanation/en';

export const invitation: Words['invitation'] = (data, say) => ({
  subject: `Your key to ${data.location}: ${data.key_name}`,
  paragraphs: [
    `Hello ${data.person_name},`,
    `${data.organisation} has given you a key: ${data.key_name} (${data.location}). Open the link on the phone that you want to use as your key.`,
  ],
  action: { label: 'Set up the key', url: data.setup_link },
  afterwards: [
    `The link works for ${say.linkLife}, until ${say.linkExpires}.`,
    ...(say.later ? [`The key opens doors from ${say.starts}.`] : []),
    ...(say.expires === null ? [] : [`The key is valid until ${say.expires}.`]),
    'The link is meant for you alone: anyone who opens it gets the key. If you did not expect this message, ignore it.',
  ],
});

export const invitationSms: Words['invitationSms'] = (data, say) => [
  `${data.organisation}: your key "${data.key_name}". Set it up by ${say.linkExpiresDay}: ${data.setup_link}`,
  `${data.organisation}: set up your key by ${say.linkExpiresDay}: ${data.setup_link}`,
  `Set up your key by ${say.linkExpiresDay}: ${data.setup_link}`,
  `Your key: ${data.setup_link}`,
];

export const webhookPaused: Words['webhookPaused'] = (data, say) => ({
  subject: `Webhook paused at ${data.location}: ${data.url}`,
  paragraphs: [
    `Hello ${data.user_name},`,
    `Deliveries to ${data.url}${data.description === '' ? '' : ` (${data.description})`} have failed for ${say.span}, since ${say.since}. The subscription has therefore been paused.`,
    `Once the address answers again, resume the subscription in the dashboard, or with PATCH ${say.path} and {"status": "active"}. No new events are queued until then.`,
    `What never arrived: ${say.deliveries} lists the deliveries that were waiting when the subscription was paused, with their events; status=exhausted lists those whose retries were already used up. After resuming, POST ${say.path}/deliveries/{delivery_id}/redeliver sends one again.`,
    `What happens during the pause: ${say.events} returns ${say.eventTypes}. ${say.doorEvents} returns ${say.doorEventTypes}.`,
    'Neither contains failed unlocks or changes to people and keys: compare with GET /people and GET /keys.',
  ],
  action: null,
  afterwards: ['You get this message because you created the subscription or its API key.'],
});

export const webhookPausedSms: Words['webhookPausedSms'] = (data, say) => [
  `${data.organisation}: webhook ${data.url} has failed for ${say.span} and was paused.`,
  `${data.organisation}: a webhook at ${data.location} was paused.`,
  'A webhook was paused after 24 hours of failure.',
];

export const colleagueInvitation: Words['colleagueInvitation'] = (data, say) => ({
  subject: `${data.inviter_name} invites you to the doors of ${data.organisation}`,
  paragraphs: [
    'Hello,',
    `${data.inviter_name} has invited you to look after the doors of ${data.organisation} (${data.location}). Open the link to choose how you sign in.`,
  ],
  action: { label: 'Accept the invitation', url: data.link },
  afterwards: [
    `The link works once and for ${say.linkLife}, until ${say.linkExpires}.`,
    'It is meant for you alone: do not pass it on. If you did not expect this message, ignore it.',
  ],
});

export const passwordReset: Words['passwordReset'] = (data, say) => ({
  subject: `A new password for the doors of ${data.organisation}`,
  paragraphs: [
    `Hello ${data.user_name},`,
    'Someone, we hope you, has asked for a new password. Open the link to choose one; every browser that is signed in as you is then signed out.',
  ],
  action: { label: 'Choose a new password', url: data.link },
  afterwards: [
    `The link works once and for ${say.linkLife}, until ${say.linkExpires}.`,
    'If you did not ask for it, ignore this message: your password stays as it is.',
  ],
});

const WHAT = {
  forced: 'was forced open',
  left_open: 'was left open',
  offline: 'is offline',
  fault: 'reports a fault',
};

export const alarm: Words['alarm'] = (data, say) => ({
  subject: `${data.name} ${WHAT[data.what]} (${data.location})${data.step > 1 ? ', not acknowledged' : ''}`,
  paragraphs: [
    `${[data.name, data.place, data.location].filter(Boolean).join(' · ')}: ${WHAT[data.what]}, ${say.started}.`,
    ...(say.why === '' ? [] : [say.why]),
    say.ended === null ? 'It has not ended.' : `It ended: ${say.ended}.`,
    ...(data.step > 1 ? ['No one has acknowledged it so far.'] : []),
  ],
  action: { label: 'Look at the alarm', url: data.url },
  afterwards: [`You get this message by the alarm rule “${data.rule}”.`],
});

export const alarmSummary: Words['alarmSummary'] = (data, say) => ({
  subject: `${data.count} more ${data.count === 1 ? 'alarm' : 'alarms'} (${data.location})`,
  paragraphs: [
    `Since ${say.since}, ${data.count} more ${data.count === 1 ? 'alarm has' : 'alarms have'} not been acknowledged. They were not reported one by one, as the rule “${data.rule}” has a maximum of messages an hour.`,
  ],
  action: { label: 'Look at the alarms', url: data.url },
  afterwards: [],
});

export const test: Words['test'] = (data) => ({
  subject: `A test of notices of alarms (${data.organisation})`,
  paragraphs: [
    `${data.by} has sent this to see that notices of alarms arrive here.`,
    'Nothing has happened at any door.',
  ],
  action: { label: 'Look at the alarm rules', url: data.url },
  afterwards: [],
});
