import type { AccountedReason, AccountedState, EmergencyMode } from '../doors/hold/hold.types.js';
import type { Language } from '../notify/channels/speech.rules.js';

/* What the report of an emergency says, in the language of its reader. */

export interface ReportWords {
  kind: string;
  modes: Record<EmergencyMode, string>;
  drills: Record<EmergencyMode, string>;
  at(what: string, location: string): string;
  badges: Record<'drill' | 'ended' | 'in_force', string>;
  facts: Record<'place' | 'began' | 'ended' | 'why', string>;
  andBelow(location: string): string;
  by(at: string, name: string): string;
  notYet(at: string): string;
  heads: Record<'door' | 'place' | 'state' | 'reason' | 'confirmed', string>;
  states: Record<AccountedState, string>;
  reasons: Record<AccountedReason, string>;
  footer(about: { id: string; number: number; count: number; keyId: string }): string;
}

const en: ReportWords = {
  kind: 'Emergency report',
  modes: { lockdown: 'Lockdown', evacuation: 'Evacuation' },
  drills: { lockdown: 'Lockdown drill', evacuation: 'Evacuation drill' },
  at: (what, location) => `${what} at ${location}`,
  badges: { drill: 'DRILL', ended: 'ENDED', in_force: 'IN FORCE' },
  facts: { place: 'Place', began: 'Began', ended: 'Ended', why: 'Why' },
  andBelow: (location) => `${location}, and all below it`,
  by: (at, name) => `${at}, by ${name}`,
  notYet: (at) => `not yet, as of ${at}`,
  heads: { door: 'Door', place: 'Place', state: 'State', reason: 'Reason', confirmed: 'Confirmed after' },
  states: {
    confirmed: 'confirmed',
    pending: 'pending',
    unreachable: 'unreachable',
    refused: 'refused',
  },
  reasons: {
    offline: 'gateway offline',
    timed_out: 'no answer',
    no_hold_relay: 'no hold relay',
    device_error: 'relay failed',
  },
  footer: ({ id, number, count, keyId }) =>
    `Emergency ${id}, page ${number} of ${count}, signed with the service's key ${keyId} (Ed25519). One changed byte of this file, and "doorctl report verify FILE" says that it was altered.`,
};

const fi: ReportWords = {
  kind: 'Hätätilan raportti',
  modes: { lockdown: 'Lukitus', evacuation: 'Evakuointi' },
  drills: { lockdown: 'Lukitusharjoitus', evacuation: 'Evakuointiharjoitus' },
  at: (what, location) => `${what}: ${location}`,
  badges: { drill: 'HARJOITUS', ended: 'PÄÄTTYNYT', in_force: 'VOIMASSA' },
  facts: { place: 'Paikka', began: 'Alkoi', ended: 'Päättyi', why: 'Syy' },
  andBelow: (location) => `${location} ja kaikki sen alla`,
  by: (at, name) => `${at}, ${name}`,
  notYet: (at) => `ei vielä, ${at}`,
  heads: { door: 'Ovi', place: 'Paikka', state: 'Tila', reason: 'Syy', confirmed: 'Vahvistusaika' },
  states: {
    confirmed: 'vahvistettu',
    pending: 'odottaa',
    unreachable: 'ei tavoiteta',
    refused: 'kieltäytyi',
  },
  reasons: {
    offline: 'ei yhteyttä',
    timed_out: 'ei vastausta',
    no_hold_relay: 'ei aukipitoa',
    device_error: 'rele vioittui',
  },
  footer: ({ id, number, count, keyId }) =>
    `Hätätila ${id}, sivu ${number}/${count}, allekirjoitettu palvelun avaimella ${keyId} (Ed25519). Yksikin muutettu tavu, ja "doorctl report verify FILE" ilmoittaa, että tiedostoa on muutettu.`,
};

const sv: ReportWords = {
  kind: 'Rapport om nödläge',
  modes: { lockdown: 'Låsning', evacuation: 'Utrymning' },
  drills: { lockdown: 'Låsningsövning', evacuation: 'Utrymningsövning' },
  at: (what, location) => `${what}: ${location}`,
  badges: { drill: 'ÖVNING', ended: 'AVSLUTAT', in_force: 'GÄLLER' },
  facts: { place: 'Plats', began: 'Började', ended: 'Slutade', why: 'Varför' },
  andBelow: (location) => `${location}, och allt under`,
  by: (at, name) => `${at}, av ${name}`,
  notYet: (at) => `inte ännu, ${at}`,
  heads: { door: 'Dörr', place: 'Plats', state: 'Läge', reason: 'Orsak', confirmed: 'Bekräftad efter' },
  states: {
    confirmed: 'bekräftad',
    pending: 'väntar',
    unreachable: 'nås inte',
    refused: 'nekad',
  },
  reasons: {
    offline: 'gateway offline',
    timed_out: 'inget svar',
    no_hold_relay: 'inget relä',
    device_error: 'reläfel',
  },
  footer: ({ id, number, count, keyId }) =>
    `Nödläge ${id}, sida ${number} av ${count}, signerad med tjänstens nyckel ${keyId} (Ed25519). En enda ändrad byte, och "doorctl report verify FILE" säger att filen har ändrats.`,
};

const de: ReportWords = {
  kind: 'Notfallbericht',
  modes: { lockdown: 'Sperrung', evacuation: 'Räumung' },
  drills: { lockdown: 'Sperrübung', evacuation: 'Räumungsübung' },
  at: (what, location) => `${what}: ${location}`,
  badges: { drill: 'ÜBUNG', ended: 'BEENDET', in_force: 'IN KRAFT' },
  facts: { place: 'Ort', began: 'Begonnen', ended: 'Beendet', why: 'Warum' },
  andBelow: (location) => `${location} und alles darunter`,
  by: (at, name) => `${at}, von ${name}`,
  notYet: (at) => `noch nicht, Stand ${at}`,
  heads: { door: 'Tür', place: 'Ort', state: 'Zustand', reason: 'Grund', confirmed: 'Bestätigt nach' },
  states: {
    confirmed: 'bestätigt',
    pending: 'wartend',
    unreachable: 'unerreicht',
    refused: 'verweigert',
  },
  reasons: {
    offline: 'Gateway offline',
    timed_out: 'keine Antwort',
    no_hold_relay: 'kein Relais für Daueröffnung',
    device_error: 'Relais defekt',
  },
  footer: ({ id, number, count, keyId }) =>
    `Notfall ${id}, Seite ${number} von ${count}, mit dem Schlüssel ${keyId} (Ed25519) des Dienstes signiert. Ein einziges geändertes Byte, und "doorctl report verify FILE" meldet, dass die Datei verändert wurde.`,
};

export const REPORT_WORDS: Record<Language, ReportWords> = { en, fi, sv, de };
