import type { Words } from '../notice.types.js';

export { de as wording } from '@door-access/protocol/explanation/de';

export const invitation: Words['invitation'] = (data, say) => ({
  subject: `Ihr Schlüssel für ${data.location}: ${data.key_name}`,
  paragraphs: [
    `Guten Tag ${data.person_name},`,
    `${data.organisation} hat Ihnen einen Schlüssel gegeben: ${data.key_name} (${data.location}). Öffnen Sie den Link auf dem Telefon, das Sie als Schlüssel benutzen möchten.`,
  ],
  action: { label: 'Schlüssel einrichten', url: data.setup_link },
  afterwards: [
    `Der Link ist ${say.linkLife} gültig, bis ${say.linkExpires}.`,
    ...(say.later ? [`Der Schlüssel öffnet Türen ab ${say.starts}.`] : []),
    ...(say.expires === null ? [] : [`Der Schlüssel ist gültig bis ${say.expires}.`]),
    'Der Link ist nur für Sie bestimmt: Wer ihn öffnet, erhält den Schlüssel. Wenn Sie diese Nachricht nicht erwartet haben, beachten Sie sie nicht weiter.',
  ],
});

export const invitationSms: Words['invitationSms'] = (data, say) => [
  `${data.organisation}: Ihr Schlüssel "${data.key_name}". Bis ${say.linkExpiresDay} einrichten: ${data.setup_link}`,
  `${data.organisation}: Schlüssel bis ${say.linkExpiresDay} einrichten: ${data.setup_link}`,
  `Schlüssel bis ${say.linkExpiresDay} einrichten: ${data.setup_link}`,
  `Ihr Schlüssel: ${data.setup_link}`,
];

export const webhookPaused: Words['webhookPaused'] = (data, say) => ({
  subject: `Webhook angehalten, ${data.location}: ${data.url}`,
  paragraphs: [
    `Guten Tag ${data.user_name},`,
    `Zustellungen an ${data.url}${data.description === '' ? '' : ` (${data.description})`} schlagen seit ${say.since} fehl (Dauer: ${say.span}). Das Abonnement wurde deshalb angehalten.`,
    `Sobald die Adresse wieder antwortet, setzen Sie das Abonnement im Dashboard fort oder mit PATCH ${say.path} und {"status": "active"}. Bis dahin werden keine neuen Ereignisse eingereiht.`,
    `Was nie ankam: ${say.deliveries} nennt mit ihren Ereignissen die Zustellungen, die beim Anhalten warteten; status=exhausted jene, deren Versuche vorher aufgebraucht waren. Nach dem Fortsetzen sendet POST ${say.path}/deliveries/{delivery_id}/redeliver eine davon noch einmal.`,
    `Was seit dem Anhalten geschieht: ${say.events} liefert ${say.eventTypes}. ${say.doorEvents} liefert ${say.doorEventTypes}.`,
    'Fehlgeschlagene Öffnungen und Änderungen an Personen und Schlüsseln stehen in keinem von beiden: Vergleichen Sie mit GET /people und GET /keys.',
  ],
  action: null,
  afterwards: [
    'Sie erhalten diese Nachricht, weil Sie das Abonnement oder seinen API-Schlüssel angelegt haben.',
  ],
});

export const webhookPausedSms: Words['webhookPausedSms'] = (data, say) => [
  `${data.organisation}: Webhook ${data.url} schlägt seit langem fehl (${say.span}) und wurde angehalten.`,
  `${data.organisation}: Ein Webhook wurde angehalten (${data.location}).`,
  'Ein Webhook wurde nach 24 Stunden voller Fehler angehalten.',
];

export const colleagueInvitation: Words['colleagueInvitation'] = (data, say) => ({
  subject: `${data.inviter_name} lädt Sie zu den Türen von ${data.organisation} ein`,
  paragraphs: [
    'Guten Tag,',
    `${data.inviter_name} hat Sie eingeladen, sich um die Türen von ${data.organisation} (${data.location}) zu kümmern. Öffnen Sie den Link und wählen Sie, wie Sie sich anmelden.`,
  ],
  action: { label: 'Einladung annehmen', url: data.link },
  afterwards: [
    `Der Link funktioniert einmal und ist ${say.linkLife} gültig, bis ${say.linkExpires}.`,
    'Er ist nur für Sie bestimmt: Geben Sie ihn nicht weiter. Wenn Sie diese Nachricht nicht erwartet haben, beachten Sie sie nicht weiter.',
  ],
});

export const passwordReset: Words['passwordReset'] = (data, say) => ({
  subject: `Neues Passwort für die Türen von ${data.organisation}`,
  paragraphs: [
    `Guten Tag ${data.user_name},`,
    'jemand, hoffentlich Sie, hat ein neues Passwort angefordert. Öffnen Sie den Link und wählen Sie eines; alle Browser, in denen Sie angemeldet sind, werden dann abgemeldet.',
  ],
  action: { label: 'Neues Passwort wählen', url: data.link },
  afterwards: [
    `Der Link funktioniert einmal und ist ${say.linkLife} gültig, bis ${say.linkExpires}.`,
    'Wenn Sie es nicht angefordert haben, beachten Sie diese Nachricht nicht weiter: Ihr Passwort bleibt, wie es ist.',
  ],
});

const WHAT = {
  forced: 'wurde aufgebrochen',
  left_open: 'wurde offen gelassen',
  offline: 'ist offline',
  fault: 'meldet eine Störung',
};

export const alarm: Words['alarm'] = (data, say) => ({
  subject: `${data.name} ${WHAT[data.what]} (${data.location})${data.step > 1 ? ', nicht quittiert' : ''}`,
  paragraphs: [
    `${[data.name, data.place, data.location].filter(Boolean).join(' · ')}: ${WHAT[data.what]}, ${say.started}.`,
    ...(say.why === '' ? [] : [say.why]),
    say.ended === null ? 'Der Alarm dauert an.' : `Beendet: ${say.ended}.`,
    ...(data.step > 1 ? ['Bisher hat ihn niemand quittiert.'] : []),
  ],
  action: { label: 'Alarm ansehen', url: data.url },
  afterwards: [`Sie erhalten diese Nachricht durch die Alarmregel „${data.rule}“.`],
});

export const alarmSummary: Words['alarmSummary'] = (data, say) => ({
  subject: `${data.count} weitere Alarme (${data.location})`,
  paragraphs: [
    `Nicht quittierte weitere Alarme seit ${say.since}: ${data.count}. Sie wurden nicht einzeln gemeldet, weil die Regel „${data.rule}“ die Nachrichten je Stunde begrenzt.`,
  ],
  action: { label: 'Alarme ansehen', url: data.url },
  afterwards: [],
});

export const test: Words['test'] = (data) => ({
  subject: `Ein Test der Alarmmeldungen (${data.organisation})`,
  paragraphs: [
    `${data.by} hat dies gesendet, um zu sehen, dass Alarmmeldungen hier ankommen.`,
    'An keiner Tür ist etwas geschehen.',
  ],
  action: { label: 'Alarmregeln ansehen', url: data.url },
  afterwards: [],
});
