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
};
