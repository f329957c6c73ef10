import type { Words } from '../notice.types.js';

export { fi as wording } from '@door-access/protocol/explanation/fi';

export const invitation: Words['invitation'] = (data, say) => ({
  subject: `Avaimesi, ${data.location}: ${data.key_name}`,
  paragraphs: [
    `Hei ${data.person_name},`,
    `${data.organisation} on antanut sinulle avaimen: ${data.key_name} (${data.location}). Avaa linkki puhelimella, jota haluat käyttää avaimena.`,
  ],
  action: { label: 'Ota avain käyttöön', url: data.setup_link },
  afterwards: [
    `Linkki on voimassa ${say.linkLife}: ${say.linkExpires} asti.`,
    ...(say.later ? [`Avain avaa ovia alkaen: ${say.starts}.`] : []),
    ...(say.expires === null ? [] : [`Avaimen voimassaolo päättyy: ${say.expires}.`]),
    'Linkki on tarkoitettu vain sinulle: kuka tahansa sen avaava saa avaimen. Jos et odottanut tätä viestiä, jätä se huomiotta.',
  ],
});

export const invitationSms: Words['invitationSms'] = (data, say) => [
  `${data.organisation}: avaimesi "${data.key_name}". Ota käyttöön, linkki päättyy ${say.linkExpiresDay} ${data.setup_link}`,
  `${data.organisation}: avaimesi, linkki päättyy ${say.linkExpiresDay} ${data.setup_link}`,
  `Ota avain käyttöön, linkki päättyy ${say.linkExpiresDay} ${data.setup_link}`,
  `Avaimesi: ${data.setup_link}`,
];

export const webhookPaused: Words['webhookPaused'] = (data, say) => ({
  subject: `Webhook keskeytetty, ${data.location}: ${data.url}`,
  paragraphs: [
    `Hei ${data.user_name},`,
    `Lähetykset osoitteeseen ${data.url}${data.description === '' ? '' : ` (${data.description})`} ovat epäonnistuneet ${say.span}. Vika alkoi: ${say.since}. Tilaus on siksi keskeytetty.`,
    `Kun osoite vastaa taas, jatka tilausta hallintapaneelissa tai kutsulla PATCH ${say.path} ja {"status": "active"}. Siihen asti uusia tapahtumia ei jonoteta.`,
    `Mikä ei koskaan mennyt perille: ${say.deliveries} luettelee tapahtumineen lähetykset, jotka odottivat keskeytyksen hetkellä; status=exhausted ne, joiden yritykset olivat jo loppuneet. Jatkamisen jälkeen POST ${say.path}/deliveries/{delivery_id}/redeliver lähettää yhden uudelleen.`,
    `Mitä keskeytyksen aikana tapahtuu: ${say.events} palauttaa ${say.eventTypes}. ${say.doorEvents} palauttaa ${say.doorEventTypes}.`,
    'Epäonnistuneet avaukset sekä henkilöiden ja avainten muutokset eivät ole kummassakaan: vertaa kutsuihin GET /people ja GET /keys.',
  ],
  action: null,
  afterwards: ['Saat tämän viestin, koska loit tilauksen tai sen API-avaimen.'],
});

export const webhookPausedSms: Words['webhookPausedSms'] = (data, say) => [
  `${data.organisation}: webhook ${data.url} on epäonnistunut ${say.span} ja keskeytettiin.`,
  `${data.organisation}: webhook keskeytettiin (${data.location}).`,
  'Webhook keskeytettiin, koska sen lähetykset ovat epäonnistuneet 24 tuntia.',
];

export const colleagueInvitation: Words['colleagueInvitation'] = (data, say) => ({
  subject: `${data.inviter_name} kutsuu sinut hoitamaan ovia: ${data.organisation}`,
  paragraphs: [
    'Hei,',
    `${data.inviter_name} on kutsunut sinut hoitamaan ovia: ${data.organisation} (${data.location}). Avaa linkki ja valitse, miten kirjaudut sisään.`,
  ],
  action: { label: 'Hyväksy kutsu', url: data.link },
  afterwards: [
    `Linkki toimii kerran ja on voimassa ${say.linkLife}: ${say.linkExpires} asti.`,
    'Se on tarkoitettu vain sinulle: älä välitä sitä eteenpäin. Jos et odottanut tätä viestiä, jätä se huomiotta.',
  ],
});

export const passwordReset: Words['passwordReset'] = (data, say) => ({
  subject: `Uusi salasana, ovet: ${data.organisation}`,
  paragraphs: [
    `Hei ${data.user_name},`,
    'Joku, toivottavasti sinä, on pyytänyt uutta salasanaa. Avaa linkki ja valitse uusi salasana; kaikki selaimet, joissa olet kirjautuneena, kirjataan silloin ulos.',
  ],
  action: { label: 'Valitse uusi salasana', url: data.link },
  afterwards: [
    `Linkki toimii kerran ja on voimassa ${say.linkLife}: ${say.linkExpires} asti.`,
    'Jos et pyytänyt sitä, jätä tämä viesti huomiotta: salasanasi pysyy ennallaan.',
  ],
});

const WHAT = {
  forced: 'murrettiin auki',
  left_open: 'jäi auki',
  offline: 'ei ole yhteydessä',
  fault: 'ilmoittaa viasta',
};

export const alarm: Words['alarm'] = (data, say) => ({
  subject: `${data.name} ${WHAT[data.what]} (${data.location})${data.step > 1 ? ', kuittaamatta' : ''}`,
  paragraphs: [
    `${[data.name, data.place, data.location].filter(Boolean).join(' · ')}: ${WHAT[data.what]}, ${say.started}.`,
    ...(say.why === '' ? [] : [say.why]),
    say.ended === null ? 'Hälytys jatkuu.' : `Päättyi: ${say.ended}.`,
    ...(data.step > 1 ? ['Kukaan ei ole vielä kuitannut sitä.'] : []),
  ],
  action: { label: 'Katso hälytys', url: data.url },
  afterwards: [`Saat tämän viestin hälytyssäännön ”${data.rule}” mukaan.`],
});

export const alarmSummary: Words['alarmSummary'] = (data, say) => ({
  subject: `Hälytyksiä lisää: ${data.count} (${data.location})`,
  paragraphs: [
    `Kuittaamattomia hälytyksiä lisää: ${data.count}. Aika alkaen: ${say.since}. Niitä ei ilmoitettu yksitellen, koska sääntö ”${data.rule}” rajoittaa viestejä tunnissa.`,
  ],
  action: { label: 'Katso hälytykset', url: data.url },
  afterwards: [],
});

export const test: Words['test'] = (data) => ({
  subject: `Hälytysilmoitusten kokeilu (${data.organisation})`,
  paragraphs: [
    `${data.by} lähetti tämän nähdäkseen, että hälytysilmoitukset tulevat tänne perille.`,
    'Yhdelläkään ovella ei ole tapahtunut mitään.',
  ],
  action: { label: 'Katso hälytyssääntöjä', url: data.url },
  afterwards: [],
});
