import type { Words } from '../templates.rules.js';

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
    'Inga nya händelser köas under pausen. När adressen svarar igen kan du återuppta prenumerationen i kontrollpanelen eller sätta dess status till "active" via API:et.',
    'Händelserna under tiden finns kvar: läs dem med GET /events från felets början.',
  ],
  action: null,
  afterwards: ['Du får det här meddelandet eftersom du skapade prenumerationen eller dess API-nyckel.'],
});

export const webhookPausedSms: Words['webhookPausedSms'] = (data, say) => [
  `${data.organisation}: webhook ${data.url} har misslyckats i ${say.span} och pausades.`,
  `${data.organisation}: en webhook pausades (${data.location}).`,
  'En webhook pausades efter 24 timmar av fel.',
];
