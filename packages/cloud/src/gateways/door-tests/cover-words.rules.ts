import { measuredWord, STEP_WORDS } from '@door-access/protocol/door-test';
import type { StepName, StepResult } from '@door-access/protocol/setup';
import type { Language } from '../../notify/channels/speech.rules.js';

/* What the report of a door test says, in the language of its reader. What the gateway signed stays in its own words. */

type Result = 'passed' | 'failed' | 'incomplete';

export interface CoverWords {
  kind: string;
  title(door: string): string;
  badges: Record<Result, string>;
  marks: Record<StepResult['result'], string>;
  facts: Record<'site' | 'door' | 'gateway' | 'tested' | 'by' | 'next', string>;
  door(number: number, driver: string): string;
  simulated: string;
  gateway(id: string, host: string): string;
  agent(version: string): string;
  /** Between two times. */
  to: string;
  clockUnset: string;
  notSaid: string;
  due(day: string): string;
  steps: Record<StepName, string>;
  measured(name: string, value: number): string;
  toCheck(advice: string): string;
  valid(keyId: string, service: string, at: string): string;
  notValid(why: 'altered' | 'unknown_gateway', service: string, at: string): string;
  footer(service: string, report: string): string;
  photos: string;
  photosNote(service: string): string;
  addedBy(name: string, at: string): string;
}

/** What a later gateway measures too keeps its name. */
const measuredBy =
  (words: Record<string, (value: number) => string>) =>
  (name: string, value: number): string =>
    words[name]?.(value) ?? measuredWord(name, value);

const en: CoverWords = {
  kind: 'Door test report',
  title: (door) => `Door test: ${door}`,
  badges: { passed: 'PASSED', failed: 'FAILED', incomplete: 'INCOMPLETE' },
  marks: { passed: 'passed', failed: 'FAILED', skipped: 'left out' },
  facts: {
    site: 'Site',
    door: 'Door',
    gateway: 'Gateway',
    tested: 'Tested',
    by: 'By',
    next: 'Next test',
  },
  door: (number, driver) => `door ${number}, driver ${driver}`,
  simulated: '(simulated hardware)',
  gateway: (id, host) => `${id} on ${host}`,
  agent: (version) => `agent ${version}`,
  to: ' to ',
  clockUnset: '(nothing is known to set this clock)',
  notSaid: 'not said',
  due: (day) => `by ${day}`,
  steps: STEP_WORDS,
  measured: measuredWord,
  toCheck: (advice) => `To check: ${advice}`,
  valid: (keyId, service, at) =>
    `The signature of the gateway is valid: its key ${keyId} (Ed25519), checked by ${service} on ${at}.`,
  notValid: (why, service, at) =>
    `The signature of the gateway is NOT valid: ${why === 'altered' ? 'this is not what the gateway signed' : 'its key is not known here'}. Checked by ${service} on ${at}.`,
  footer: (service, report) =>
    `Made by ${service} from report ${report}. The names of the door, the site and the gateway are those in the service now; the rest is what the gateway measured. This page is not signed: to check it, save the attached door-test.json and run "doorctl report verify FILE".`,
  photos: 'Photos',
  photosNote: (service) =>
    `Added to the report in ${service} by the people named. The gateway neither took nor signed them.`,
  addedBy: (name, at) => `Added by ${name} on ${at}`,
};

const fi: CoverWords = {
  kind: 'Ovitestin raportti',
  title: (door) => `Ovitesti: ${door}`,
  badges: { passed: 'LÄPÄISTY', failed: 'HYLÄTTY', incomplete: 'KESKEN' },
  marks: { passed: 'läpäisty', failed: 'HYLÄTTY', skipped: 'jätetty väliin' },
  facts: {
    site: 'Kohde',
    door: 'Ovi',
    gateway: 'Yhdyskäytävä',
    tested: 'Testattu',
    by: 'Testaaja',
    next: 'Seuraava',
  },
  door: (number, driver) => `ovi ${number}, ajuri ${driver}`,
  simulated: '(simuloitu laite)',
  gateway: (id, host) => `yhdyskäytävä ${id}, tietokone ${host}`,
  agent: (version) => `agentti ${version}`,
  to: '–',
  clockUnset: '(kellon asettajaa ei tunneta)',
  notSaid: 'ei kerrottu',
  due: (day) => `viimeistään ${day}`,
  steps: {
    contact_open: 'Kosketin, avautuminen',
    contact_close: 'Kosketin, sulkeutuminen',
    exit_button: 'Poistumispainike',
    strike: 'Vastarauta',
    hold_on: 'Aukipito päälle',
    hold_off: 'Aukipito pois',
    forced: 'Murto',
    network: 'Verkko irti ja takaisin',
    power: 'Virta katki ja takaisin',
  },
  measured: measuredBy({
    pulse_ms: (ms) => `pulssi ${ms} ms`,
    bounces: (count) => `värähdyksiä ${count}`,
    bounce_ms: (ms) => `värähtely ${ms} ms`,
    pause_ms: (ms) => `tauot enintään ${ms} ms`,
    after_ms: (ms) => `${ms} ms:n jälkeen`,
    switch_ms: (ms) => `kytkeytyi ${ms} ms:ssa`,
    quiet_ms: (ms) => `hiljaista ennen ${ms} ms`,
    noticed_ms: (ms) => `havaittu ${ms} ms:n jälkeen`,
    back_ms: (ms) => `takaisin ${ms} ms:n jälkeen`,
    off_ms: (ms) => `poissa ${ms} ms`,
  }),
  toCheck: (advice) => `Tarkista: ${advice}`,
  valid: (keyId, service, at) =>
    `Yhdyskäytävän allekirjoitus on pätevä: sen avain ${keyId} (Ed25519), tarkistanut ${service}, ${at}.`,
  notValid: (why, service, at) =>
    `Yhdyskäytävän allekirjoitus EI ole pätevä: ${why === 'altered' ? 'tämä ei ole se, minkä yhdyskäytävä allekirjoitti' : 'sen avainta ei tunneta täällä'}. Tarkistanut ${service}, ${at}.`,
  footer: (service, report) =>
    `${service} teki tämän raportista ${report}. Oven, kohteen ja yhdyskäytävän nimet ovat palvelun nykyiset; muu on yhdyskäytävän mittaamaa ja sen omin sanoin. Tätä sivua ei ole allekirjoitettu: tallenna liite door-test.json ja tarkista se komennolla "doorctl report verify FILE".`,
  photos: 'Kuvat',
  photosNote: (service) =>
    `Nimetyt henkilöt lisäsivät kuvat raporttiin palvelussa ${service}. Yhdyskäytävä ei ottanut eikä allekirjoittanut niitä.`,
  addedBy: (name, at) => `Lisännyt ${name}, ${at}`,
};

const sv: CoverWords = {
  kind: 'Rapport om dörrtest',
  title: (door) => `Dörrtest: ${door}`,
  badges: { passed: 'GODKÄND', failed: 'UNDERKÄND', incomplete: 'OFULLSTÄNDIG' },
  marks: { passed: 'godkänd', failed: 'UNDERKÄND', skipped: 'överhoppad' },
  facts: {
    site: 'Plats',
    door: 'Dörr',
    gateway: 'Gateway',
    tested: 'Testad',
    by: 'Av',
    next: 'Nästa test',
  },
  door: (number, driver) => `dörr ${number}, drivrutin ${driver}`,
  simulated: '(simulerad hårdvara)',
  gateway: (id, host) => `${id} på ${host}`,
  agent: (version) => `agent ${version}`,
  to: '–',
  clockUnset: '(det är inte känt vad som ställer klockan)',
  notSaid: 'inte angivet',
  due: (day) => `senast ${day}`,
  steps: {
    contact_open: 'Kontakt, öppning',
    contact_close: 'Kontakt, stängning',
    exit_button: 'Utpasseringsknapp',
    strike: 'Elslutbleck',
    hold_on: 'Uppställning på',
    hold_off: 'Uppställning av',
    forced: 'Uppbrytning',
    network: 'Nätet bort och tillbaka',
    power: 'Strömmen bort och tillbaka',
  },
  measured: measuredBy({
    pulse_ms: (ms) => `puls ${ms} ms`,
    bounces: (count) => `studsar ${count}`,
    bounce_ms: (ms) => `studsade ${ms} ms`,
    pause_ms: (ms) => `pauser upp till ${ms} ms`,
    after_ms: (ms) => `efter ${ms} ms`,
    switch_ms: (ms) => `slog om på ${ms} ms`,
    quiet_ms: (ms) => `tyst före ${ms} ms`,
    noticed_ms: (ms) => `upptäckt efter ${ms} ms`,
    back_ms: (ms) => `tillbaka efter ${ms} ms`,
    off_ms: (ms) => `borta i ${ms} ms`,
  }),
  toCheck: (advice) => `Kontrollera: ${advice}`,
  valid: (keyId, service, at) =>
    `Gatewayens signatur är giltig: dess nyckel ${keyId} (Ed25519), kontrollerad av ${service} den ${at}.`,
  notValid: (why, service, at) =>
    `Gatewayens signatur är INTE giltig: ${why === 'altered' ? 'detta är inte det som gatewayen signerade' : 'dess nyckel är inte känd här'}. Kontrollerad av ${service} den ${at}.`,
  footer: (service, report) =>
    `Gjord av ${service} ur rapport ${report}. Namnen på dörren, platsen och gatewayen är de som tjänsten har nu; resten är vad gatewayen mätte, med dess egna ord. Sidan är inte signerad: spara bilagan door-test.json och kontrollera den med "doorctl report verify FILE".`,
  photos: 'Foton',
  photosNote: (service) =>
    `Tillagda till rapporten i ${service} av de namngivna personerna. Gatewayen har varken tagit eller signerat dem.`,
  addedBy: (name, at) => `Tillagt av ${name} den ${at}`,
};

const de: CoverWords = {
  kind: 'Bericht eines Türtests',
  title: (door) => `Türtest: ${door}`,
  badges: { passed: 'BESTANDEN', failed: 'DURCHGEFALLEN', incomplete: 'UNVOLLSTÄNDIG' },
  marks: { passed: 'bestanden', failed: 'FEHLER', skipped: 'ausgelassen' },
  facts: {
    site: 'Standort',
    door: 'Tür',
    gateway: 'Gateway',
    tested: 'Getestet',
    by: 'Von',
    next: 'Nächster Test',
  },
  door: (number, driver) => `Tür ${number}, Treiber ${driver}`,
  simulated: '(simulierte Hardware)',
  gateway: (id, host) => `${id} auf ${host}`,
  agent: (version) => `Agent ${version}`,
  to: '–',
  clockUnset: '(was diese Uhr stellt, ist nicht bekannt)',
  notSaid: 'nicht angegeben',
  due: (day) => `bis ${day}`,
  steps: {
    contact_open: 'Kontakt, Öffnen',
    contact_close: 'Kontakt, Schließen',
    exit_button: 'Ausgangstaster',
    strike: 'Türöffner',
    hold_on: 'Daueröffnung ein',
    hold_off: 'Daueröffnung aus',
    forced: 'Aufbruch',
    network: 'Netz getrennt und wieder da',
    power: 'Strom weg und wieder da',
  },
  measured: measuredBy({
    pulse_ms: (ms) => `Impuls ${ms} ms`,
    bounces: (count) => `Prellungen ${count}`,
    bounce_ms: (ms) => `prellt ${ms} ms`,
    pause_ms: (ms) => `Pausen bis ${ms} ms`,
    after_ms: (ms) => `nach ${ms} ms`,
    switch_ms: (ms) => `in ${ms} ms geschaltet`,
    quiet_ms: (ms) => `davor ${ms} ms Ruhe`,
    noticed_ms: (ms) => `bemerkt nach ${ms} ms`,
    back_ms: (ms) => `zurück nach ${ms} ms`,
    off_ms: (ms) => `${ms} ms weg`,
  }),
  toCheck: (advice) => `Zu prüfen: ${advice}`,
  valid: (keyId, service, at) =>
    `Die Signatur des Gateways ist gültig: sein Schlüssel ${keyId} (Ed25519), geprüft von ${service} am ${at}.`,
  notValid: (why, service, at) =>
    `Die Signatur des Gateways ist NICHT gültig: ${why === 'altered' ? 'dies ist nicht, was das Gateway signiert hat' : 'sein Schlüssel ist hier nicht bekannt'}. Geprüft von ${service} am ${at}.`,
  footer: (service, report) =>
    `Erstellt von ${service} aus dem Bericht ${report}. Die Namen der Tür, des Standorts und des Gateways sind die heutigen des Dienstes; alles andere hat das Gateway gemessen, in seinen eigenen Worten. Diese Seite ist nicht signiert: zum Prüfen die Anlage door-test.json speichern und "doorctl report verify FILE" aufrufen.`,
  photos: 'Fotos',
  photosNote: (service) =>
    `In ${service} von den genannten Personen zum Bericht hinzugefügt. Das Gateway hat sie weder aufgenommen noch signiert.`,
  addedBy: (name, at) => `Hinzugefügt von ${name} am ${at}`,
};

export const COVER_WORDS: Record<Language, CoverWords> = { en, fi, sv, de };
