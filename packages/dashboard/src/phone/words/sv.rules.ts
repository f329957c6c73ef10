import type { Words } from './en.rules.js';

export const sv: Words = {
  locale: 'sv-SE',
  title: 'Dörrnyckel',
  loading: 'Letar efter dina dörrar …',
  hello: (name) => `Hej ${name}`,
  doors: 'Dörrar',
  search: 'Sök en dörr',
  noneFound: 'Ingen av dina dörrar heter så.',
  open: 'Öppna',
  openDoor: (name) => `Öppna ${name}`,
  reader: 'Vid läsaren',
  readerHint: 'Håll din nyckel mot läsaren vid dörren.',
  doorOffline: 'Kan inte nås just nu',
  live: 'Ansluten',
  stale: (ago) => `Ingen anslutning. Listan är från ${ago}.`,
  again: 'Försök igen',
  sending: 'Skickar …',
  sent: 'Skickat …',
  opening: 'Öppnar …',
  unlocked: 'Upplåst: öppna dörren',
  unsure:
    'Anslutningen bröts på vägen. Dörren kan ha öppnats; tar reda på det. Den öppnas inte senare än tio sekunder efter din tryckning.',
  unknown: {
    title: 'Det är inte känt om dörren öppnades.',
    text: 'Prova dörren. Inget mer händer av sig självt.',
  },
  wasOpen: (time) => ({
    title: time ? `Den låstes upp kl. ${time}.` : 'Den låstes upp.',
    text: 'Den har låsts igen sedan dess. Tryck en gång till om du fortfarande är utanför.',
  }),
  notSent: 'Inte skickat.',
  failed: 'Dörren öppnades inte.',
  why: {
    no_network:
      'Det finns inget nätverk. Inget har skickats och inget kommer att skickas. Tryck igen när du är ansluten.',
    slow: 'Nätverket är för långsamt. Inget har skickats och inget kommer att skickas. Tryck igen där det är bättre.',
    too_late: 'Din tryckning kom fram för sent, så dörren lämnades som den är. Tryck igen.',
    lock_offline: 'Dörren kan inte nås just nu. Använd en annan dörr eller fråga på plats.',
    lock_not_remote: 'Den här dörren öppnas inte från telefonen. Håll din nyckel mot dess läsare.',
    not_allowed: 'Din nyckel öppnar inte den här dörren längre. Fråga den som gav dig nyckeln.',
    outside_time:
      'Din nyckel öppnar inte den här dörren vid den här tiden. Nyckelns tider står i listan över dina nycklar.',
    no_key: 'Det finns ingen nyckel i den här telefonen längre. Fråga den som gav dig nyckeln.',
    rate_limited: 'För många tryckningar på kort tid. Vänta en minut.',
    server_error: 'Det är fel på tjänsten. Försök igen om en stund eller fråga på plats.',
    never_arrived: 'Anslutningen bröts innan din tryckning kom fram. Tryck igen.',
    timed_out: 'Dörren svarade inte i tid. Tryck igen eller fråga på plats.',
    device_missing: 'Enheten vid dörren känner inte till dörren. Berätta för den som sköter dörrarna.',
    publish_failed: 'Förbindelsen till dörren bröts just. Tryck igen om en stund eller fråga på plats.',
    device_error: 'Låset slog inte om. Berätta för den som sköter dörrarna.',
  },
  keys: 'Dina nycklar',
  until: (time) => `till ${time}`,
  withoutEnd: 'tills vidare',
  status: {
    not_yet: ({ time }) => `Den öppnar från ${time}.`,
    expired: ({ organisation, time }) =>
      `Den gick ut ${time}. Fråga ${organisation} om du fortfarande behöver den.`,
    returned: ({ organisation }) =>
      `Den har tagits tillbaka. Fråga ${organisation} om du fortfarande behöver den.`,
    removed: ({ organisation }) =>
      `Den har tagits bort från den här telefonen. Be ${organisation} om en ny nyckel om du behöver den.`,
  },
  noDoors: { title: 'Inget att öppna just nu', text: 'Dina nycklar öppnar ingen dörr för tillfället.' },
  noKey: {
    title: 'Det finns ingen nyckel i den här telefonen',
    text: 'Öppna länken i din inbjudan på den här telefonen, i den webbläsare som du vill använda. Om du redan har använt den har nyckeln tagits bort: be den som gav dig den om en ny.',
  },
  unreachable: {
    title: 'Ingen anslutning',
    text: 'Dina dörrar visas så snart tjänsten svarar. Kontrollera nätverket.',
  },
  move: {
    title: 'Till hemskärmen eller en annan telefon',
    text: 'Öppna den här sidan där nyckeln ska finnas och ange koden. Nyckeln flyttas dit och lämnar den här platsen. På en iPhone: lägg först till sidan på hemskärmen (Dela) och öppna den där.',
    show: 'Visa en kod',
    code: (code, minutes) => `${code} · i ${minutes} minuter`,
    ask: 'Kod från platsen där din nyckel finns',
    take: 'Hämta nyckeln hit',
    wrong: 'Koden är fel eller har gått ut.',
  },
  install: 'Lägg till på hemskärmen',
};
