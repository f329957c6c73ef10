/** One thing that was looked at, in words for the person on site. */
export interface Finding {
  /** What was looked at: clock, disk, door 1, … */
  readonly about: string;
  readonly level: 'ok' | 'warning' | 'fault';
  readonly text: string;
  /** What to do; empty where nothing is wrong. */
  readonly advice: string;
}

export const fine = (about: string, text: string): Finding => ({ about, level: 'ok', text, advice: '' });
export const warning = (about: string, text: string, advice: string): Finding => ({
  about,
  level: 'warning',
  text,
  advice,
});
export const fault = (about: string, text: string, advice: string): Finding => ({
  about,
  level: 'fault',
  text,
  advice,
});

const MARK = { ok: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' } as const;

export const findingLines = ({ about, level, text, advice }: Finding): string[] => [
  `${MARK[level]} ${about}: ${text}`,
  ...(advice ? [`        → ${advice}`] : []),
];
