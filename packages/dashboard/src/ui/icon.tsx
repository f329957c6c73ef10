import styles from './icon.module.css';

const PATHS = {
  door: 'M6 21V4.500A1.500 1.500 0 0 1 7.500 3h9A1.500 1.500 0 0 1 18 4.500V21M3.500 21h17M14.500 12.500v.01',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  people:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM2.500 20a6.500 6.500 0 0 1 13 0M16 4.300a3.500 3.500 0 0 1 0 6.400M18 14.500a6.500 6.500 0 0 1 3.500 5.500',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.500 20.500a7.500 7.500 0 0 1 15 0',
  key: 'M14.500 4a5.500 5.500 0 1 1-4.700 8.300L3 19v2h4v-2.500h2.500V16h1.300M15.500 8.500h.01',
  send: 'M21 3 10 14M21 3l-6.500 18-4.500-7-7-4.500L21 3Z',
  gateway: 'M4 14h16v6H4zM8 17h.01M12 17h.01M12 14V9M8.500 5.500a5 5 0 0 1 7 0M6 3a8.500 8.500 0 0 1 12 0',
  mail: 'M3.500 5.500h17v13h-17zM4 6l8 7 8-7',
  shield: 'M12 3 4.500 6v5.500c0 4.500 3 8 7.500 9.500 4.500-1.500 7.500-5 7.500-9.500V6L12 3ZM9 12l2 2 4-4',
  menu: 'M4 6.500h16M4 12h16M4 17.500h16',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13ZM15.500 15.500 20.500 20.500',
  alarm: 'M12 3.500 2.500 20h19L12 3.500ZM12 10v4.500M12 17.300v.01',
  check: 'm5 12.500 4.500 4.500L19 7',
  cross: 'm6 6 12 12M18 6 6 18',
  back: 'M14.500 5.500 8 12l6.500 6.500',
  lock: 'M6 11h12v9.500H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  unlock: 'M6 11h12v9.500H6zM8.500 11V7.500a3.500 3.500 0 0 1 6.800-1.200',
  clock: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17ZM12 7.500V12l3 2',
  exit: 'M14 4h5.500v16H14M4 12h10M10.500 8.500 14 12l-3.500 3.500',
  offline:
    'M3 3l18 18M8.500 8.300a9 9 0 0 1 11 1.700M4.500 10a10 10 0 0 1 1.700-1.200M8 14a5.700 5.700 0 0 1 4-1.700M12 18h.01',
} as const;

export type IconName = keyof typeof PATHS;

/** Always beside words that say the same. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      className={styles.icon}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
