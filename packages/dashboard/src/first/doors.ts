import frame from '../frame.module.css';
import { LIVE_WORDS } from '../live.rules.js';
import grid from '../overview/grid.module.css';
import { columnsOf, GAP, TILE_HEIGHT } from '../overview/grid.rules.js';
import {
  alarmsByLock,
  byPlace,
  type Shown,
  STATUS_WORDS,
  statusOf,
  urgentFirst,
} from '../overview/status.rules.js';
import type { Me, Overview } from '../types.js';
import title from '../ui/title.module.css';
import { plural } from '../words.js';

/* The doors as they are, drawn while the page's code is still on its way: read a moment ago, and not connected yet. */

/** What is in sight of the largest window. */
const MAX_DRAWN = 120;

type Attributes = Readonly<Record<string, string | undefined>>;

function element(tag: string, attributes: Attributes, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value = ''] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const place = () => document.getElementById('first');

let drawn: Overview | null = null;

/** Until the page itself shows them; the style sheet hides it as soon as the page shows anything. */
export function drawDoors(me: Me, { locks, alarms, heard }: Overview): void {
  drawn = { locks: byPlace(locks), alarms, heard };
  const byLock = alarmsByLock(alarms);
  const shown = urgentFirst(drawn.locks.map((lock) => ({ lock, status: statusOf(lock, byLock) })));
  const list = element('ul', { class: grid.grid, 'aria-label': 'Doors' });
  place()?.replaceChildren(
    element(
      'div',
      { class: frame.frame },
      element(
        'header',
        { class: frame.top },
        element('span', { class: frame.brand }, element('span', {}, me.account.name)),
        element(
          'span',
          { class: frame.live, 'data-live': 'connecting', role: 'status' },
          element('i', { 'aria-hidden': 'true' }),
          LIVE_WORDS.connecting,
        ),
      ),
      element(
        'main',
        { class: frame.main },
        element(
          'div',
          { class: title.title },
          element('div', {}, element('h1', {}, 'Doors'), element('p', {}, plural(shown.length, 'door'))),
        ),
        list,
      ),
    ),
  );
  const columns = columnsOf(list.clientWidth);
  list.style.height = `${Math.ceil(shown.length / columns) * (TILE_HEIGHT + GAP)}px`;
  list.append(...shown.slice(0, MAX_DRAWN).map((one, index) => tile(one, index, columns)));
}

function tile({ lock, status }: Shown, index: number, columns: number): HTMLElement {
  const item = element(
    'li',
    {},
    element(
      'a',
      { href: `/doors/${lock.id}`, class: grid.tile, 'data-status': status },
      element('span', { class: grid.name }, lock.name),
      element('span', { class: grid.place }, [lock.place, lock.location.name].filter(Boolean).join(' · ')),
      element('span', { class: grid.state }, element('i', { 'aria-hidden': 'true' }), STATUS_WORDS[status]),
    ),
  );
  const column = index % columns;
  Object.assign(item.style, {
    transform: `translateY(${((index - column) / columns) * (TILE_HEIGHT + GAP)}px)`,
    left: `${(100 / columns) * column}%`,
    width: `${100 / columns}%`,
    height: `${TILE_HEIGHT}px`,
  });
  return item;
}

/** What is drawn, which the page need not read a second time; null for nothing. */
export const drawnDoors = (): Overview | null => drawn;

/** The page shows the doors itself, or something else. */
export const clearDoors = (): void => place()?.remove();
