/*
 * Runs by itself before the page's code, which is larger, has come: asks for what the overview shows, so that the answers
 * are there when the code is, and draws the doors meanwhile.
 */
import { ask } from './first/asked.js';
import { drawDoors } from './first/doors.js';
import type { Overview, Session } from './types.js';

async function begin(): Promise<void> {
  const { user }: Session = await (await ask('/session')).clone().json();
  if (!user) return;
  ask('/locations').catch(() => {});
  if (location.pathname !== '/' || location.search !== '') return;
  const answer = (await ask('/overview')).clone();
  const overview: Overview = await answer.json();
  if (answer.ok) drawDoors(user, overview);
}

// Links in notices lead to pages for which no session is needed.
if (!['/join', '/reset'].includes(location.pathname))
  // The page asks again, and says what is wrong.
  begin().catch(() => {});
