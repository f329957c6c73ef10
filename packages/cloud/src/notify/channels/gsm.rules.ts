/* The alphabet of a plain SMS (3GPP TS 23.038): 160 of these, or 70 of anything else. */

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Take the room of two. */
const EXTENDED = new Set('^{}\\[~]|€');

export const SMS_CHARACTERS = 160;

/** How much of an SMS's 160 a text takes; null when it holds what the alphabet does not. */
export function gsmLength(text: string): number | null {
  let length = 0;
  for (const character of text) {
    if (BASIC.has(character)) length += 1;
    else if (EXTENDED.has(character)) length += 2;
    else return null;
  }
  return length;
}

/** Drops the accents that the alphabet lacks, and makes every kind of space a plain one; other scripts stay as they are. */
export function towardsGsm(text: string): string {
  let plain = '';
  for (const character of text.normalize('NFC'))
    plain += gsmLength(character) === null ? simpler(character) : character;
  return plain;
}

const SIMPLER: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
};

function simpler(character: string): string {
  if (/\s/u.test(character)) return ' ';
  const bare = SIMPLER[character] ?? character.normalize('NFD').replace(/\p{M}+/gu, '');
  return gsmLength(bare) === null ? character : bare;
}

/** The first text that fits one SMS; else the last, which is the shortest there is. */
export function firstThatFits(texts: readonly [string, ...string[]]): string {
  const plain = texts.map(towardsGsm);
  const fits = (text: string) => {
    const length = gsmLength(text);
    return length !== null && length <= SMS_CHARACTERS;
  };
  return plain.find(fits) ?? (plain.at(-1) as string);
}
