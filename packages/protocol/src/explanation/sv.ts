import type { Wording } from '../explanation.js';

const FOUND = 'en ändring missades, så underlaget är ofullständigt och ingen öppning räknas som uppbruten.';

export const sv: Wording = {
  decimal: ',',
  hour: 'h',
  days: (count) => `${count} dygn`,
  unlocked: (age) => `Öppnades ${age} efter en bekräftad upplåsning.`,
  pressed: (age) => `Öppnades ${age} efter att utpasseringsknappen trycktes.`,
  pressHeld: (age) => `Öppnades medan utpasseringsknappen hölls intryckt, ${age} efter trycket.`,
  pressReleased: (age) =>
    `Öppnades efter att utpasseringsknappen hållits intryckt: den släpptes ${age} tidigare.`,
  heldOpen: 'Öppnades medan dörren hölls öppen.',
  forced: (seconds, unlock, press) =>
    `Öppnades utan att något under de senaste ${seconds} s förklarar det: ${unlock}, ${press}, och dörren hölls inte öppen.`,
  noUnlock: 'ingen upplåsning är känd',
  lastUnlock: (age) => `den senaste bekräftade upplåsningen var ${age} tidigare`,
  noPress: 'inget tryck på utpasseringsknappen är känt',
  lastPress: (age) => `utpasseringsknappen trycktes senast ${age} tidigare`,
  lastPressReleased: (age, since) =>
    `utpasseringsknappen trycktes senast ${age} tidigare och släpptes ${since} tidigare`,
  notJudged:
    'Öppnades utan känd orsak; ingen utpasseringsknapp är ansluten, så detektering av uppbrytning är av för detta lås.',
  foundOpen: `Hittades öppen fast den senast var känd som stängd: ${FOUND}`,
  foundClosed: `Hittades stängd fast den senast var känd som öppen: ${FOUND}`,
  leftOpen: 'Ingen stängning rapporterades i tid.',
  notes: {
    gap: 'Poster från gatewayen gick förlorade strax innan, så underlaget kan vara ofullständigt.',
    unread: 'Utpasseringsknappen kunde inte läsas, så ett tryck kan saknas.',
    release: 'Att utpasseringsknappen släpptes rapporterades aldrig.',
    test: 'Dörren testades, så detta är inget larm.',
    maintenance: 'Dörren var under underhåll, så detta är inget larm.',
  },
  clock: (time) =>
    `Gatewayens klocka visade ${time}, vilket låg i framtiden: tiden som visas är när den togs emot.`,
  terminals: {
    contact: (error) => `Dörrkontakten kan inte läsas: om dörren är öppen är okänt (${error}).`,
    exit_button: (error) =>
      `Utpasseringsknappen kan inte läsas: en öppning efter ett tryck kan rapporteras som uppbruten (${error}).`,
    strike: (error) => `Elslutblecket kan inte styras: dörren kan inte låsas upp (${error}).`,
    hold: (error) =>
      `Uppställningsreläet kan inte styras: dörren kan inte hållas öppen eller släppas (${error}).`,
  },
  hardware: {
    '{names} and {count} more': '{names} och {count} till',
    'contact of door {number}': 'kontakten på dörr {number}',
    'exit_button of door {number}': 'utpasseringsknappen på dörr {number}',
    'strike of door {number}': 'elslutblecket på dörr {number}',
    'hold of door {number}': 'uppställningsreläet på dörr {number}',
    '{board} on {port}': '{board} på {port}',
    'Waveshare relay board': 'Waveshares reläkort',
    'Waveshare relay board {address}': 'Waveshares reläkort {address}',
    'the board does not answer': 'kortet svarar inte',
    'no answer within {count} ms': 'inget svar inom {count} ms',
    'cannot be written to within {count} ms': 'går inte att skriva till inom {count} ms',
    'the port is gone': 'porten är borta',
    'the port was closed': 'porten stängdes',
    'the port failed': 'porten slutade fungera',
    'the board moved to another port': 'kortet flyttades till en annan port',
    'there is no port {port}': 'det finns ingen port {port}',
    'no board is plugged in as {port}': 'inget kort är anslutet som {port}',
    '{count} boards are plugged in as {port} ({ports}): give the serial number, or a path under /dev/serial/by-path':
      '{count} kort är anslutna som {port} ({ports}): ange serienumret eller en sökväg under /dev/serial/by-path',
    'is not there': 'finns inte på plats',
    'relay {relay} did not switch': 'relä {relay} slog inte om',
    'relay {relay} is beyond the {count} relays of this board: name another channel':
      'relä {relay} ligger utanför kortets {count} reläer: ange en annan kanal',
    'relay {relay} is beyond the {count} relays of this module':
      'relä {relay} ligger utanför modulens {count} reläer',
    'relay {relay} is in {mode} mode, so its input switches it: set the relay’s control mode to normal':
      'relä {relay} är i läget {mode}, så att dess ingång styr det: ställ reläets styrläge på normal',
    'the module has {count} relays: give the door relay_count: {same}':
      'modulen har {count} reläer: ge dörren relay_count: {same}',
    'the module has {count} relays, not relay_count: {other}':
      'modulen har {count} reläer, inte relay_count: {other}',
    'no guard process is on watch to end the pulse: no perl runs here, and no strike goes on until one does (apt install perl-base)':
      'ingen vaktprocess finns som kan avsluta pulsen: perl saknas, och inget elslutbleck slår till förrän det finns (apt install perl-base)',
    'no guard process is on watch to end the pulse': 'ingen vaktprocess finns som kan avsluta pulsen',
    'the GPIO lines are not open': 'GPIO-linjerna är inte öppna',
    'the line reads back a different level than was written': 'linjen läser en annan nivå än den som skrevs',
    'there is no GPIO chip (/dev/gpiochip…): is the driver loaded, may this user open it?':
      'det finns inget GPIO-chip (/dev/gpiochip…): är drivrutinen laddad, får den här användaren öppna det?',
    'there is no GPIO chip {chip}; there is {chips}': 'det finns inget GPIO-chip {chip}; det finns {chips}',
    'no line is called {line} on {chips}': 'ingen linje heter {line} på {chips}',
    '{count} lines are called {line}: name the chip, one of {chips}':
      '{count} linjer heter {line}: ange chipet, ett av {chips}',
    'line {line} could be on any chip: name one of {chips}':
      'linje {line} kan vara på vilket chip som helst: ange ett av {chips}',
    '{chip} has lines 0 to {last}, not {line}': '{chip} har linjerna 0 till {last}, inte {line}',
    'line {line} of {chip} is in use by {user} (is another agent running, or is it configured twice?)':
      'linje {line} på {chip} används av {user} (kör en annan agent, eller är den konfigurerad två gånger?)',
    'line {line} of {chip} is in use by {user}': 'linje {line} på {chip} används av {user}',
    'line {line} of {chip} cannot be used: {reason}': 'linje {line} på {chip} kan inte användas: {reason}',
    'GPIO {line} is already exported and rejects its settings: does another program use it?':
      'GPIO {line} är redan exporterad och avvisar sina inställningar: använder ett annat program den?',
    'GPIO {line} is in use by another driver or program':
      'GPIO {line} används av en annan drivrutin eller ett annat program',
    'GPIO {line} cannot be used through sysfs: {reason}':
      'GPIO {line} kan inte användas genom sysfs: {reason}',
  },
};
