export type Connection = 'connecting' | 'live' | 'lost';

export const LIVE_WORDS: Record<Connection, string> = {
  connecting: 'Connecting…',
  live: 'Live',
  lost: 'Reconnecting…',
};
