import { type Language, speechOf } from '../notify/channels/speech.rules.js';

/* What a phone reads when its person keeps the phone key on the home screen. */

/** Where the phone key lies. */
export const PHONE_PATH = '/phone';
export const MANIFEST_PATH = `${PHONE_PATH}/manifest.webmanifest`;

const NAMES: Record<Language, string> = {
  en: 'Door key',
  fi: 'Oviavain',
  sv: 'Dörrnyckel',
  de: 'Türschlüssel',
};

const icon = (file: string, size: number, purpose: string) => ({
  src: `${PHONE_PATH}/${file}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** @param accepted the browser's Accept-Language */
export function phoneManifest(service: string, accepted: string | undefined): string {
  const { language } = speechOf(accepted?.split(/[,;]/)[0]?.trim() ?? '', 'UTC');
  return JSON.stringify({
    id: `${PHONE_PATH}/`,
    name: `${NAMES[language]} · ${service}`,
    short_name: NAMES[language],
    lang: language,
    start_url: `${PHONE_PATH}/`,
    scope: `${PHONE_PATH}/`,
    display: 'standalone',
    background_color: '#14233f',
    theme_color: '#14233f',
    icons: [
      icon('icon-192.png', 192, 'any'),
      icon('icon-512.png', 512, 'any'),
      icon('icon-maskable-512.png', 512, 'maskable'),
    ],
  });
}
