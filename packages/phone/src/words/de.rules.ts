import type { Words } from './en.rules.js';

export const de: Words = {
  locale: 'de-DE',
  title: 'Türschlüssel',
  loading: 'Ihre Türen werden gesucht …',
  hello: (name) => `Guten Tag ${name}`,
  doors: 'Türen',
  search: 'Tür suchen',
  noneFound: 'Keine Ihrer Türen heißt so.',
  open: 'Öffnen',
  openDoor: (name) => `${name} öffnen`,
  reader: 'Am Leser',
  readerHint: 'Halten Sie Ihren Schlüssel an den Leser der Tür.',
  doorOffline: 'Zurzeit nicht erreichbar',
  live: 'Verbunden',
  stale: (ago) => `Keine Verbindung. Stand der Liste: ${ago}.`,
  again: 'Noch einmal versuchen',
  sending: 'Wird gesendet …',
  sent: 'Gesendet …',
  opening: 'Wird geöffnet …',
  unlocked: 'Entriegelt: Öffnen Sie die Tür',
  unsure:
    'Die Verbindung ist unterwegs abgebrochen. Die Tür hat sich vielleicht geöffnet; das wird geklärt. Später als zehn Sekunden nach Ihrem Druck öffnet sie sich nicht.',
  unknown: {
    title: 'Es ist nicht bekannt, ob sie sich geöffnet hat.',
    text: 'Probieren Sie die Tür. Von selbst geschieht nichts mehr.',
  },
  wasOpen: (time) => ({
    title: time ? `Sie war um ${time} entriegelt.` : 'Sie war entriegelt.',
    text: 'Seitdem ist sie wieder verriegelt. Drücken Sie noch einmal, wenn Sie noch draußen sind.',
  }),
  notSent: 'Nicht gesendet.',
  failed: 'Die Tür hat sich nicht geöffnet.',
  why: {
    no_network:
      'Es gibt kein Netz. Es wurde nichts gesendet und es wird nichts gesendet. Drücken Sie noch einmal, wenn Sie verbunden sind.',
    slow: 'Das Netz ist zu langsam. Es wurde nichts gesendet und es wird nichts gesendet. Drücken Sie noch einmal, wo es besser ist.',
    too_late: 'Ihr Druck kam zu spät an, deshalb blieb die Tür, wie sie ist. Drücken Sie noch einmal.',
    emergency:
      'Hier gilt ein Notfall: Türen öffnen nicht mit dem Telefon. Folgen Sie den Anweisungen vor Ort.',
    lock_offline: 'Die Tür ist zurzeit nicht erreichbar. Nehmen Sie eine andere Tür oder fragen Sie vor Ort.',
    lock_not_remote:
      'Diese Tür öffnet sich nicht vom Telefon aus. Halten Sie Ihren Schlüssel an ihren Leser.',
    not_allowed:
      'Ihr Schlüssel öffnet diese Tür nicht mehr. Fragen Sie, wer Ihnen den Schlüssel gegeben hat.',
    outside_time:
      'Ihr Schlüssel öffnet diese Tür zu dieser Zeit nicht. Seine Zeiten stehen in der Liste Ihrer Schlüssel.',
    hold_not_allowed:
      'Ihr Schlüssel darf diese Tür nicht offen halten. Fragen Sie, wer Ihnen den Schlüssel gegeben hat.',
    no_key: 'Auf diesem Telefon ist kein Schlüssel mehr. Fragen Sie, wer Ihnen den Schlüssel gegeben hat.',
    rate_limited: 'Zu oft gedrückt in kurzer Zeit. Warten Sie eine Minute.',
    server_error: 'Der Dienst hat eine Störung. Versuchen Sie es gleich noch einmal oder fragen Sie vor Ort.',
    never_arrived: 'Die Verbindung brach ab, bevor Ihr Druck ankam. Drücken Sie noch einmal.',
    timed_out: 'Die Tür hat nicht rechtzeitig geantwortet. Drücken Sie noch einmal oder fragen Sie vor Ort.',
    device_missing: 'Das Gerät an der Tür kennt diese Tür nicht. Sagen Sie es denen, die die Türen betreuen.',
    publish_failed:
      'Die Verbindung zur Tür ist eben abgebrochen. Drücken Sie gleich noch einmal oder fragen Sie vor Ort.',
    device_error: 'Das Schloss hat nicht geschaltet. Sagen Sie es denen, die die Türen betreuen.',
  },
  hold: {
    held: 'Offen gehalten',
    bySchedule: 'Offen nach Zeitplan',
    keep: 'Offen halten',
    lengths: { quarter: '15 Minuten', hour: '1 Stunde', day: (time) => `Bis ${time}` },
    end: 'Wieder verriegeln',
    asking: 'Die Tür wird gefragt …',
    done: 'Die Tür wird jetzt offen gehalten.',
    ended: 'Die Tür wird nicht mehr offen gehalten.',
    failed: 'Die Tür hat es nicht getan.',
    unsure: 'Die Verbindung ist unterwegs abgebrochen. Es wird geklärt, was die Tür getan hat.',
    unknown: {
      title: 'Es ist nicht bekannt, ob die Tür offen gehalten wird.',
      text: 'Sehen Sie nach der Tür. Von selbst geschieht nichts mehr.',
    },
  },
  keys: 'Ihre Schlüssel',
  until: (time) => `bis ${time}`,
  withoutEnd: 'unbefristet',
  status: {
    not_yet: ({ time }) => `Er öffnet ab ${time}.`,
    expired: ({ organisation, time }) =>
      `Er ist am ${time} abgelaufen. Fragen Sie ${organisation}, wenn Sie ihn noch brauchen.`,
    returned: ({ organisation }) =>
      `Er wurde zurückgenommen. Fragen Sie ${organisation}, wenn Sie ihn noch brauchen.`,
    removed: ({ organisation }) =>
      `Er wurde von diesem Telefon entfernt. Bitten Sie ${organisation} um einen neuen, wenn Sie ihn noch brauchen.`,
  },
  noDoors: { title: 'Zurzeit nichts zu öffnen', text: 'Ihre Schlüssel öffnen im Augenblick keine Tür.' },
  noKey: {
    title: 'Auf diesem Telefon ist kein Schlüssel',
    text: 'Öffnen Sie den Link Ihrer Einladung auf diesem Telefon, im Browser, den Sie benutzen möchten. Haben Sie ihn schon benutzt, wurde der Schlüssel entfernt: Bitten Sie um einen neuen.',
  },
  unreachable: {
    title: 'Keine Verbindung',
    text: 'Ihre Türen erscheinen, sobald der Dienst antwortet. Prüfen Sie das Netz.',
  },
  move: {
    title: 'Zum Startbildschirm oder auf ein anderes Telefon',
    text: 'Öffnen Sie diese Seite dort, wo der Schlüssel sein soll, und geben Sie den Code ein. Der Schlüssel zieht dorthin um und ist hier nicht mehr. Auf einem iPhone: Fügen Sie die Seite erst zum Home-Bildschirm hinzu (Teilen) und öffnen Sie sie dort.',
    show: 'Code anzeigen',
    code: (code, minutes) => `${code} · ${minutes} Minuten gültig`,
    ask: 'Code vom Telefon, auf dem Ihr Schlüssel ist',
    take: 'Schlüssel hierher holen',
    wrong: 'Der Code ist falsch oder abgelaufen.',
  },
  install: 'Zum Startbildschirm hinzufügen',
};
