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
};
