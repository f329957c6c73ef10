import type { Language } from '../notify/channels/speech.rules.js';

/** What a setup page says. */
export interface SetupWords {
  greeting(name: string): string;
  /** What a pending invitation offers. */
  offer(organisation: string): string;
  key: string;
  location: string;
  groups: string;
  and_more: string;
  /** That the key stays on the phone that it is activated with. */
  here: string;
  from: string;
  until: string;
  without_end: string;
  link_until: string;
  activate: string;
  activated: { title: string; text: string };
  expired: { title: string; text: string };
  cancelled: { title: string; text: string };
  unknown: { title: string; text: string };
  failed: { title: string; text: string };
  too_many: { title: string; text: string };
}

const en: SetupWords = {
  greeting: (name) => `Hello ${name}`,
  offer: (organisation) => `${organisation} gives you a key. Activate it to take it into use.`,
  key: 'Key',
  location: 'Location',
  groups: 'Opens',
  and_more: 'and more',
  here: 'Activate it on the phone that you will open the doors with: the key stays on that phone.',
  from: 'Valid from',
  until: 'Valid until',
  without_end: 'no end',
  link_until: 'This link works until',
  activate: 'Activate the key',
  activated: {
    title: 'This link has been used',
    text: 'The key is on the phone that opened it first; look there. If that was not yours, or you have another phone now, ask the sender for a new key.',
  },
  expired: { title: 'This invitation has expired', text: 'Please ask the sender for a new one.' },
  cancelled: {
    title: 'This invitation was cancelled',
    text: 'Please ask the sender if you think this is a mistake.',
  },
  unknown: {
    title: 'This link does not work',
    text: 'Please check that you opened the whole link, from the newest message. An older one stops working when a new one is sent.',
  },
  failed: { title: 'That did not work', text: 'Your key is not active yet. Please try again in a moment.' },
  too_many: { title: 'Too many tries', text: 'Please wait a minute and try again.' },
};

const fi: SetupWords = {
  greeting: (name) => `Hei ${name}`,
  offer: (organisation) => `${organisation} antaa sinulle avaimen. Ota se käyttöön aktivoimalla se.`,
  key: 'Avain',
  location: 'Paikka',
  groups: 'Avaa',
  and_more: 'ja muita',
  here: 'Aktivoi se sillä puhelimella, jolla aiot avata ovia: avain jää siihen puhelimeen.',
  from: 'Voimassa alkaen',
  until: 'Voimassa asti',
  without_end: 'toistaiseksi',
  link_until: 'Tämä linkki toimii asti',
  activate: 'Aktivoi avain',
  activated: {
    title: 'Tämä linkki on jo käytetty',
    text: 'Avain on puhelimessa, jolla se avattiin ensin; katso sieltä. Jos se ei ollut sinun tai puhelimesi on vaihtunut, pyydä lähettäjältä uusi avain.',
  },
  expired: { title: 'Tämä kutsu on vanhentunut', text: 'Pyydä lähettäjältä uusi kutsu.' },
  cancelled: { title: 'Tämä kutsu on peruttu', text: 'Ota yhteyttä lähettäjään, jos epäilet virhettä.' },
  unknown: {
    title: 'Tämä linkki ei toimi',
    text: 'Tarkista, että avasit koko linkin uusimmasta viestistä. Vanhempi linkki lakkaa toimimasta, kun uusi lähetetään.',
  },
  failed: {
    title: 'Se ei onnistunut',
    text: 'Avaimesi ei ole vielä käytössä. Yritä hetken päästä uudelleen.',
  },
  too_many: { title: 'Liian monta yritystä', text: 'Odota minuutti ja yritä uudelleen.' },
};

const sv: SetupWords = {
  greeting: (name) => `Hej ${name}`,
  offer: (organisation) => `${organisation} ger dig en nyckel. Aktivera den för att ta den i bruk.`,
  key: 'Nyckel',
  location: 'Plats',
  groups: 'Öppnar',
  and_more: 'med flera',
  here: 'Aktivera den på telefonen som du ska öppna dörrar med: nyckeln stannar i den telefonen.',
  from: 'Giltig från',
  until: 'Giltig till',
  without_end: 'tills vidare',
  link_until: 'Länken fungerar till',
  activate: 'Aktivera nyckeln',
  activated: {
    title: 'Länken har redan använts',
    text: 'Nyckeln finns i telefonen som öppnade den först; titta där. Om det inte var din, eller om du har bytt telefon, be avsändaren om en ny nyckel.',
  },
  expired: { title: 'Inbjudan har gått ut', text: 'Be avsändaren om en ny.' },
  cancelled: {
    title: 'Inbjudan har återkallats',
    text: 'Kontakta avsändaren om du tror att det är ett misstag.',
  },
  unknown: {
    title: 'Länken fungerar inte',
    text: 'Kontrollera att du öppnade hela länken i det senaste meddelandet. En äldre länk slutar fungera när en ny skickas.',
  },
  failed: { title: 'Det gick inte', text: 'Din nyckel är inte aktiv ännu. Försök igen om en stund.' },
  too_many: { title: 'För många försök', text: 'Vänta en minut och försök igen.' },
};

const de: SetupWords = {
  greeting: (name) => `Guten Tag ${name}`,
  offer: (organisation) =>
    `${organisation} gibt Ihnen einen Schlüssel. Aktivieren Sie ihn, um ihn zu benutzen.`,
  key: 'Schlüssel',
  location: 'Ort',
  groups: 'Öffnet',
  and_more: 'und weitere',
  here: 'Aktivieren Sie ihn auf dem Telefon, mit dem Sie Türen öffnen werden: Der Schlüssel bleibt auf diesem Telefon.',
  from: 'Gültig ab',
  until: 'Gültig bis',
  without_end: 'unbefristet',
  link_until: 'Dieser Link gilt bis',
  activate: 'Schlüssel aktivieren',
  activated: {
    title: 'Dieser Link wurde schon benutzt',
    text: 'Der Schlüssel ist auf dem Telefon, das ihn zuerst geöffnet hat; sehen Sie dort nach. War es nicht Ihres oder haben Sie jetzt ein anderes, bitten Sie den Absender um einen neuen Schlüssel.',
  },
  expired: { title: 'Diese Einladung ist abgelaufen', text: 'Bitten Sie den Absender um eine neue.' },
  cancelled: {
    title: 'Diese Einladung wurde zurückgezogen',
    text: 'Wenden Sie sich an den Absender, wenn Sie einen Irrtum vermuten.',
  },
  unknown: {
    title: 'Dieser Link funktioniert nicht',
    text: 'Prüfen Sie, ob Sie den ganzen Link aus der neuesten Nachricht geöffnet haben. Ein älterer Link gilt nicht mehr, sobald ein neuer verschickt ist.',
  },
  failed: {
    title: 'Das hat nicht geklappt',
    text: 'Ihr Schlüssel ist noch nicht aktiv. Versuchen Sie es gleich noch einmal.',
  },
  too_many: { title: 'Zu viele Versuche', text: 'Warten Sie eine Minute und versuchen Sie es noch einmal.' },
};

export const SETUP_WORDS: Record<Language, SetupWords> = { en, fi, sv, de };
