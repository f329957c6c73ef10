import type { Words } from './en.rules.js';

export const fi: Words = {
  locale: 'fi-FI',
  title: 'Oviavain',
  loading: 'Etsitään oviasi …',
  hello: (name) => `Hei ${name}`,
  doors: 'Ovet',
  search: 'Etsi ovi',
  noneFound: 'Minkään ovesi nimi ei ole tällainen.',
  open: 'Avaa',
  openDoor: (name) => `Avaa ${name}`,
  reader: 'Lukijalla',
  readerHint: 'Näytä avaintasi oven lukijalle.',
  doorOffline: 'Ei tavoitettavissa juuri nyt',
  live: 'Yhteys toimii',
  stale: (ago) => `Ei yhteyttä. Luettelo päivitetty ${ago}.`,
  again: 'Yritä uudelleen',
  sending: 'Lähetetään …',
  sent: 'Lähetetty …',
  opening: 'Avataan …',
  unlocked: 'Lukko on auki: avaa ovi',
  unsure:
    'Yhteys katkesi matkalla. Ovi on ehkä avautunut; selvitetään. Se ei avaudu myöhemmin kuin kymmenen sekuntia painalluksestasi.',
  unknown: {
    title: 'Ei tiedetä, avautuiko ovi.',
    text: 'Kokeile ovea. Mitään muuta ei enää tapahdu itsestään.',
  },
  wasOpen: (time) => ({
    title: time ? `Lukko avautui klo ${time}.` : 'Lukko avautui.',
    text: 'Se on sittemmin lukittunut. Paina uudelleen, jos olet vielä ulkona.',
  }),
  notSent: 'Ei lähetetty.',
  failed: 'Ovi ei avautunut.',
  why: {
    no_network: 'Verkkoa ei ole. Mitään ei lähetetty eikä lähetetä. Paina uudelleen, kun yhteys toimii.',
    slow: 'Verkko on liian hidas. Mitään ei lähetetty eikä lähetetä. Paina uudelleen paremmassa paikassa.',
    too_late: 'Painalluksesi saapui liian myöhään, joten ovi jätettiin ennalleen. Paina uudelleen.',
    lock_offline: 'Oveen ei saada nyt yhteyttä. Käytä toista ovea tai kysy paikan päältä.',
    lock_not_remote: 'Tämä ovi ei avaudu puhelimella. Näytä avaintasi sen lukijalle.',
    not_allowed: 'Avaimesi ei enää avaa tätä ovea. Kysy avaimen antajalta.',
    no_key: 'Tässä puhelimessa ei ole enää avainta. Kysy avaimen antajalta.',
    rate_limited: 'Liian monta painallusta lyhyessä ajassa. Odota minuutti.',
    server_error: 'Palvelussa on vika. Yritä hetken päästä uudelleen tai kysy paikan päältä.',
    never_arrived: 'Yhteys katkesi ennen kuin painalluksesi saapui. Paina uudelleen.',
    timed_out: 'Ovi ei vastannut ajoissa. Paina uudelleen tai kysy paikan päältä.',
    device_missing: 'Oven laite ei tunne tätä ovea. Kerro ovista vastaavalle.',
    publish_failed: 'Yhteys oveen katkesi juuri. Paina hetken päästä uudelleen tai kysy paikan päältä.',
    device_error: 'Lukko ei kytkeytynyt. Kerro ovista vastaavalle.',
  },
  keys: 'Avaimesi',
  until: (time) => `${time} asti`,
  withoutEnd: 'toistaiseksi',
  status: {
    not_yet: ({ time }) => `Se avaa alkaen ${time}.`,
    expired: ({ organisation, time }) =>
      `Se päättyi ${time}. Ota yhteyttä (${organisation}), jos tarvitset sitä vielä.`,
    returned: ({ organisation }) =>
      `Se on otettu takaisin. Ota yhteyttä (${organisation}), jos tarvitset sitä vielä.`,
    removed: ({ organisation }) =>
      `Se on poistettu tästä puhelimesta. Pyydä uusi avain (${organisation}), jos tarvitset sitä vielä.`,
  },
  noDoors: { title: 'Juuri nyt ei ole avattavaa', text: 'Avaimesi eivät avaa nyt mitään ovea.' },
  noKey: {
    title: 'Tässä puhelimessa ei ole avainta',
    text: 'Avaa kutsusi linkki tällä puhelimella, sillä selaimella jota haluat käyttää. Jos olet jo käyttänyt sen, avain on poistettu: pyydä uusi avaimen antajalta.',
  },
  unreachable: {
    title: 'Ei yhteyttä',
    text: 'Ovesi näytetään heti, kun palvelu vastaa. Tarkista verkko.',
  },
  install: 'Lisää aloitusnäyttöön',
};
