import type { Wording } from '../explanation.js';

const FOUND =
  'vaikka viimeksi tiedettiin muuta: muutos jäi huomaamatta, joten tiedot ovat puutteellisia eikä mitään avautumista pidetä murtona.';

export const fi: Wording = {
  decimal: ',',
  hour: 't',
  days: (count) => `${count} vrk`,
  unlocked: (age) => `Avautui ${age} vahvistetun avauksen jälkeen.`,
  pressed: (age) => `Avautui ${age} poistumispainikkeen painamisen jälkeen.`,
  pressHeld: (age) => `Avautui, kun poistumispainiketta pidettiin pohjassa, ${age} painamisen jälkeen.`,
  pressReleased: (age) =>
    `Avautui, kun poistumispainiketta oli pidetty pohjassa: se vapautettiin ${age} aiemmin.`,
  heldOpen: 'Avautui, kun ovea pidettiin auki.',
  forced: (seconds, unlock, press) =>
    `Avautui, eikä mikään viimeisten ${seconds} s aikana selitä sitä: ${unlock}, ${press}, eikä ovea pidetty auki.`,
  noUnlock: 'avausta ei tunneta',
  lastUnlock: (age) => `viimeisin vahvistettu avaus oli ${age} aiemmin`,
  noPress: 'poistumispainikkeen painallusta ei tunneta',
  lastPress: (age) => `poistumispainiketta painettiin viimeksi ${age} aiemmin`,
  lastPressReleased: (age, since) =>
    `poistumispainiketta painettiin viimeksi ${age} aiemmin ja se vapautettiin ${since} aiemmin`,
  notJudged:
    'Avautui ilman tunnettua syytä; poistumispainiketta ei ole kytketty, joten murron tunnistus ei ole käytössä tässä lukossa.',
  foundOpen: `Havaittiin avoimeksi, ${FOUND}`,
  foundClosed: `Havaittiin suljetuksi, ${FOUND}`,
  leftOpen: 'Sulkeutumista ei ilmoitettu ajoissa.',
  notes: {
    gap: 'Yhdyskäytävän tietueita katosi juuri sitä ennen, joten tiedot voivat olla puutteellisia.',
    unread: 'Poistumispainiketta ei voitu lukea, joten painallus voi puuttua.',
    release: 'Poistumispainikkeen vapautumista ei koskaan ilmoitettu.',
    test: 'Ovea testattiin, joten tämä ei ole hälytys.',
    maintenance: 'Ovi oli huollossa, joten tämä ei ole hälytys.',
  },
  clock: (time) =>
    `Yhdyskäytävän kello näytti ${time}, mikä oli tulevaisuudessa: näytetty aika on vastaanottoaika.`,
  terminals: {
    contact: (error) => `Ovikosketinta ei voi lukea: ei tiedetä, onko ovi auki (${error}).`,
    exit_button: (error) =>
      `Poistumispainiketta ei voi lukea: painalluksen jälkeinen avaus voidaan ilmoittaa murtona (${error}).`,
    strike: (error) => `Sähkölukkoa ei voi ohjata: ovea ei voi avata (${error}).`,
    hold: (error) => `Aukipitorelettä ei voi ohjata: ovea ei voi pitää auki tai vapauttaa (${error}).`,
  },
  hardware: {
    '{names} and {count} more': '{names} ja {count} muuta',
    'contact of door {number}': 'oven {number} kosketin',
    'exit_button of door {number}': 'oven {number} poistumispainike',
    'strike of door {number}': 'oven {number} sähkölukko',
    'hold of door {number}': 'oven {number} aukipitorele',
    '{board} on {port}': '{board} portissa {port}',
    'Waveshare relay board': 'Waveshare-relekortti',
    'Waveshare relay board {address}': 'Waveshare-relekortti {address}',
    'the board does not answer': 'kortti ei vastaa',
    'no answer within {count} ms': 'ei vastausta {count} ms kuluessa',
    'cannot be written to within {count} ms': 'ei voi kirjoittaa {count} ms kuluessa',
    'the port is gone': 'portti on poistunut',
    'the port was closed': 'portti suljettiin',
    'the port failed': 'portti vioittui',
    'the board moved to another port': 'kortti siirtyi toiseen porttiin',
    'there is no port {port}': 'porttia {port} ei ole',
    'no board is plugged in as {port}': 'korttia {port} ei ole kytketty',
    '{count} boards are plugged in as {port} ({ports}): give the serial number, or a path under /dev/serial/by-path':
      '{count} korttia on kytketty tunnuksella {port} ({ports}): anna sarjanumero tai polku hakemistosta /dev/serial/by-path',
    'is not there': 'ei ole paikalla',
    'relay {relay} did not switch': 'rele {relay} ei kytkeytynyt',
    'relay {relay} is beyond the {count} relays of this board: name another channel':
      'rele {relay} on kortin {count} releen ulkopuolella: valitse toinen kanava',
    'relay {relay} is beyond the {count} relays of this module':
      'rele {relay} on moduulin {count} releen ulkopuolella',
    'relay {relay} is in {mode} mode, so its input switches it: set the relay’s control mode to normal':
      'rele {relay} on tilassa {mode}, joten sen tulo ohjaa sitä: aseta releen ohjaustilaksi normal',
    'the module has {count} relays: give the door relay_count: {same}':
      'moduulissa on {count} relettä: anna ovelle relay_count: {same}',
    'the module has {count} relays, not relay_count: {other}':
      'moduulissa on {count} relettä, ei relay_count: {other}',
    'no guard process is on watch to end the pulse: no perl runs here, and no strike goes on until one does (apt install perl-base)':
      'mikään vahtiprosessi ei ole valmiina päättämään pulssia: perl puuttuu, eikä mikään sähkölukko kytkeydy ennen kuin se on asennettu (apt install perl-base)',
    'no guard process is on watch to end the pulse':
      'mikään vahtiprosessi ei ole valmiina päättämään pulssia',
    'the GPIO lines are not open': 'GPIO-linjat eivät ole auki',
    'the line reads back a different level than was written':
      'linja lukee eri tilan kuin siihen kirjoitettiin',
    'there is no GPIO chip (/dev/gpiochip…): is the driver loaded, may this user open it?':
      'GPIO-piiriä ei ole (/dev/gpiochip…): onko ajuri ladattu, saako tämä käyttäjä avata sen?',
    'there is no GPIO chip {chip}; there is {chips}': 'GPIO-piiriä {chip} ei ole; on {chips}',
    'no line is called {line} on {chips}': 'linjaa {line} ei ole: {chips}',
    '{count} lines are called {line}: name the chip, one of {chips}':
      '{count} linjan nimi on {line}: nimeä piiri, yksi näistä: {chips}',
    'line {line} could be on any chip: name one of {chips}':
      'linja {line} voisi olla millä piirillä tahansa: nimeä yksi näistä: {chips}',
    '{chip} has lines 0 to {last}, not {line}': 'piirillä {chip} on linjat 0–{last}, ei {line}',
    'line {line} of {chip} is in use by {user} (is another agent running, or is it configured twice?)':
      'linja {line} piirillä {chip} on käytössä: {user} (onko toinen agentti käynnissä, vai onko linja määritelty kahdesti?)',
    'line {line} of {chip} is in use by {user}': 'linja {line} piirillä {chip} on käytössä: {user}',
    'line {line} of {chip} cannot be used: {reason}':
      'linjaa {line} piirillä {chip} ei voi käyttää: {reason}',
    'GPIO {line} is already exported and rejects its settings: does another program use it?':
      'GPIO {line} on jo otettu käyttöön ja hylkää asetuksensa: käyttääkö toinen ohjelma sitä?',
    'GPIO {line} is in use by another driver or program':
      'GPIO {line} on toisen ajurin tai ohjelman käytössä',
    'GPIO {line} cannot be used through sysfs: {reason}':
      'GPIO {line} ei ole käytettävissä sysfs:n kautta: {reason}',
  },
};
