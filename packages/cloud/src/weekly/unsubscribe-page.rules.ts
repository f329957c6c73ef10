import { escapeHtml } from '../http/html.rules.js';
import { plainPage } from '../http/pages/plain-page.rules.js';
import { type Language, speechOf } from '../notify/channels/speech.rules.js';

/* The page behind the link that ends a weekly report, as plain HTML without a script. It says nothing of whose it is. */

export type UnsubscribeView = 'asks' | 'done' | 'too_many' | 'failed';

interface Words {
  title: string;
  text: string;
  button?: string;
}

const WORDS: Record<Language, Record<UnsubscribeView, Words>> = {
  en: {
    asks: {
      title: 'Stop the weekly report?',
      text: 'No more of them are sent to the address that got this link.',
      button: 'Stop the report',
    },
    done: {
      title: 'The weekly report is stopped',
      text: 'It can be chosen again on the page of alarms, after signing in.',
    },
    too_many: { title: 'Too many tries', text: 'Please wait a minute and try again.' },
    failed: { title: 'That did not work', text: 'Please try again in a moment.' },
  },
  fi: {
    asks: {
      title: 'Lopetetaanko viikkoraportti?',
      text: 'Niitä ei enää lähetetä osoitteeseen, joka sai tämän linkin.',
      button: 'Lopeta raportti',
    },
    done: {
      title: 'Viikkoraportti on lopetettu',
      text: 'Sen voi valita uudelleen hälytysten sivulla kirjautumisen jälkeen.',
    },
    too_many: { title: 'Liian monta yritystä', text: 'Odota minuutti ja yritä uudelleen.' },
    failed: { title: 'Se ei onnistunut', text: 'Yritä hetken kuluttua uudelleen.' },
  },
  sv: {
    asks: {
      title: 'Avsluta veckorapporten?',
      text: 'Inga fler skickas till adressen som fick den här länken.',
      button: 'Avsluta rapporten',
    },
    done: {
      title: 'Veckorapporten är avslutad',
      text: 'Den kan väljas igen på sidan för larm, efter inloggning.',
    },
    too_many: { title: 'För många försök', text: 'Vänta en minut och försök igen.' },
    failed: { title: 'Det gick inte', text: 'Försök igen om en stund.' },
  },
  de: {
    asks: {
      title: 'Den Wochenbericht beenden?',
      text: 'An die Adresse, die diesen Link erhalten hat, wird keiner mehr gesendet.',
      button: 'Bericht beenden',
    },
    done: {
      title: 'Der Wochenbericht ist beendet',
      text: 'Nach der Anmeldung kann er auf der Seite der Alarme wieder gewählt werden.',
    },
    too_many: {
      title: 'Zu viele Versuche',
      text: 'Bitte warten Sie eine Minute und versuchen Sie es erneut.',
    },
    failed: { title: 'Das hat nicht funktioniert', text: 'Bitte versuchen Sie es gleich noch einmal.' },
  },
};

export const UNSUBSCRIBE_STATUS: Record<UnsubscribeView, number> = {
  asks: 200,
  done: 200,
  too_many: 429,
  failed: 503,
};

/** @param tag the language of the browser, BCP 47 */
export function renderUnsubscribe(service: string, view: UnsubscribeView, tag: string): string {
  const { language } = speechOf(tag, 'UTC');
  const { title, text, button } = WORDS[language][view];
  const form = button && `<form method="post"><button type="submit">${escapeHtml(button)}</button></form>`;
  const body = [`<p>${escapeHtml(text)}</p>`, ...(form ? [form] : [])];
  return plainPage({ language, service, owner: service, title, body, footer: service });
}
