import type { Words } from '../notice.types.js';

export { sv as wording } from '@door-access/protocol/explanation/sv';

export const invitation: Words['invitation'] = (data, say) => ({
  subject: `Din nyckel till ${data.location}: ${data.key_name}`,
  paragraphs: [
    `Hej ${data.person_name},`,
    `${data.organisation} har gett dig en nyckel: ${data.key_name} (${data.location}). Öppna länken på den telefon som du vill använda som nyckel.`,
  ],
  action: { label: 'Aktivera nyckeln', url: data.setup_link },
  afterwards: [
    `Länken gäller i ${say.linkLife}, till ${say.linkExpires}.`,
    ...(say.later ? [`Nyckeln öppnar dörrar från ${say.starts}.`] : []),
    ...(say.expires === null ? [] : [`Nyckeln gäller till ${say.expires}.`]),
    'Länken är bara till för dig: den som öppnar den får nyckeln. Om du inte väntade dig det här meddelandet kan du bortse från det.',
  ],
});

export const invitationSms: Words['invitationSms'] = (data, say) => [
  `${data.organisation}: din nyckel "${data.key_name}". Aktivera den senast ${say.linkExpiresDay}: ${data.setup_link}`,
  `${data.organisation}: aktivera din nyckel senast ${say.linkExpiresDay}: ${data.setup_link}`,
  `Aktivera din nyckel senast ${say.linkExpiresDay}: ${data.setup_link}`,
  `Din nyckel: ${data.setup_link}`,
];

export const webhookPaused: Words['webhookPaused'] = (data, say) => ({
  subject: `Webhook pausad, ${data.location}: ${data.url}`,
  paragraphs: [
    `Hej ${data.user_name},`,
    `Leveranser till ${data.url}${data.description === '' ? '' : ` (${data.description})`} har misslyckats i ${say.span}, sedan ${say.since}. Prenumerationen har därför pausats.`,
    `När adressen svarar igen kan du återuppta prenumerationen i kontrollpanelen eller med PATCH ${say.path} och {"status": "active"}. Inga nya händelser köas förrän dess.`,
    `Det som aldrig kom fram: ${say.deliveries} visar med deras händelser de leveranser som väntade när prenumerationen pausades; status=exhausted dem vars försök redan var slut. När prenumerationen har återupptagits skickar POST ${say.path}/deliveries/{delivery_id}/redeliver en av dem på nytt.`,
    `Det som händer under pausen: ${say.events} ger ${say.eventTypes}. ${say.doorEvents} ger ${say.doorEventTypes}.`,
    'Misslyckade upplåsningar och ändringar av personer och nycklar finns i ingendera: jämför med GET /people och GET /keys.',
  ],
  action: null,
  afterwards: ['Du får det här meddelandet eftersom du skapade prenumerationen eller dess API-nyckel.'],
});

export const webhookPausedSms: Words['webhookPausedSms'] = (data, say) => [
  `${data.organisation}: webhook ${data.url} har misslyckats i ${say.span} och pausades.`,
  `${data.organisation}: en webhook pausades (${data.location}).`,
  'En webhook pausades efter 24 timmar av fel.',
];

export const colleagueInvitation: Words['colleagueInvitation'] = (data, say) => ({
  subject: `${data.inviter_name} bjuder in dig till dörrarna hos ${data.organisation}`,
  paragraphs: [
    'Hej,',
    `${data.inviter_name} har bjudit in dig att sköta dörrarna hos ${data.organisation} (${data.location}). Öppna länken och välj hur du loggar in.`,
  ],
  action: { label: 'Tacka ja till inbjudan', url: data.link },
  afterwards: [
    `Länken fungerar en gång och gäller i ${say.linkLife}, till ${say.linkExpires}.`,
    'Den är bara till för dig: skicka den inte vidare. Om du inte väntade dig det här meddelandet kan du bortse från det.',
  ],
});

export const passwordReset: Words['passwordReset'] = (data, say) => ({
  subject: `Nytt lösenord till dörrarna hos ${data.organisation}`,
  paragraphs: [
    `Hej ${data.user_name},`,
    'Någon, förhoppningsvis du, har bett om ett nytt lösenord. Öppna länken och välj ett; alla webbläsare där du är inloggad loggas då ut.',
  ],
  action: { label: 'Välj ett nytt lösenord', url: data.link },
  afterwards: [
    `Länken fungerar en gång och gäller i ${say.linkLife}, till ${say.linkExpires}.`,
    'Om du inte bad om det kan du bortse från meddelandet: ditt lösenord förblir som det är.',
  ],
});

const WHAT = {
  forced: 'bröts upp',
  left_open: 'lämnades öppen',
  offline: 'är inte ansluten',
  fault: 'rapporterar ett fel',
};

export const alarm: Words['alarm'] = (data, say) => ({
  subject: `${data.name} ${WHAT[data.what]} (${data.location})${data.step > 1 ? ', inte kvitterat' : ''}`,
  paragraphs: [
    `${[data.name, data.place, data.location].filter(Boolean).join(' · ')}: ${WHAT[data.what]}, ${say.started}.`,
    ...(say.why === '' ? [] : [say.why]),
    say.ended === null ? 'Larmet pågår.' : `Slutade: ${say.ended}.`,
    ...(data.step > 1 ? ['Ingen har kvitterat det än.'] : []),
  ],
  action: { label: 'Visa larmet', url: data.url },
  afterwards: [`Du får det här meddelandet genom larmregeln ”${data.rule}”.`],
});

export const alarmSummary: Words['alarmSummary'] = (data, say) => ({
  subject: `${data.count} larm till (${data.location})`,
  paragraphs: [
    `Larm som inte är kvitterade, sedan ${say.since}: ${data.count}. De meddelades inte ett och ett, eftersom regeln ”${data.rule}” begränsar meddelanden per timme.`,
  ],
  action: { label: 'Visa larmen', url: data.url },
  afterwards: [],
});

export const test: Words['test'] = (data) => ({
  subject: `Ett test av larmmeddelanden (${data.organisation})`,
  paragraphs: [
    `${data.by} har skickat detta för att se att meddelanden om larm kommer fram hit.`,
    'Ingenting har hänt vid någon dörr.',
  ],
  action: { label: 'Se larmreglerna', url: data.url },
  afterwards: [],
});
