import { drawDoor, make } from './door.js';

// The readers of the built-in locking system: doors without a gateway, opened by a key held to their reader.

const DOORS = { closed: ['closed', ''], open: ['open', 'warm'], left_open: ['reported as left open', 'bad'] };
const UNKNOWN = 'unknown';
const NOT_WIRED = { contact: false, exitButton: false, strike: false, hold: false };

/** The panel; `show(view)` updates it, `tick()` animates its doors. */
export function readersPanel(post) {
  const line = make('p', { class: 'pill', role: 'status' });
  const cut = make('button', { class: 'small', type: 'button' });
  const fault = make('p', { class: 'warning', role: 'alert', hidden: '' });
  const more = make('p', {
    class: 'quiet',
    hidden: '',
    text: 'There are more readers or keys than are shown here: the page of each door has them.',
  });
  const doors = make('div', { class: 'doors' });
  const cards = new Map();
  let isCut = false;
  cut.addEventListener('click', async () => {
    const answer = await post('/locking-system', { connected: isCut });
    fault.hidden = answer.ok;
    fault.textContent = answer.message ?? '';
  });
  const head = make(
    'div',
    { class: 'gateway-head' },
    make('h2', { text: 'Locking system' }),
    make('span', { class: 'quiet', text: 'simulated readers, no gateway' }),
    line,
    make('span', { class: 'fill' }),
    cut,
  );
  const panel = make(
    'section',
    { class: 'gateway readers', 'aria-label': 'Locking system', hidden: '' },
    head,
    fault,
    doors,
    more,
  );
  const show = (view) => {
    panel.hidden = view.readers.length === 0 && view.error === null;
    isCut = view.cut;
    more.hidden = !view.hasMore;
    line.className = `pill ${view.cut ? 'bad' : 'good'}`;
    line.textContent = view.cut ? 'disconnected: the readers keep their records' : 'connected to the cloud';
    cut.textContent = view.cut ? 'Reconnect to the cloud' : 'Disconnect from the cloud';
    if (view.error !== null) fault.textContent = view.error;
    fault.hidden = view.error === null;
    for (const reader of view.readers) {
      const { id } = reader.lock;
      if (!cards.has(id)) cards.set(id, readerCard(reader.lock, doors, post));
      cards.get(id).show(reader, view.keys);
    }
  };
  const tick = () => {
    for (const card of cards.values()) card.tick();
  };
  return { panel, show, tick };
}

function readerCard(lock, list, post) {
  const drawing = drawDoor();
  const chip = make('li', { class: 'chip' });
  const says = make('p', { class: 'says', role: 'status' });
  const select = make('select', { id: `key-${lock.id}` });
  const act = async (name, body) => {
    const answer = await post(`/readers/${lock.id}/${name}`, body);
    const refused = /^Refused/.test(answer.message);
    says.className = `says ${!answer.ok || refused ? 'bad' : 'good'}`;
    says.textContent = answer.message;
    if (refused) drawing.shake();
  };
  const button = (text, name, body, className = '') => {
    const element = make('button', { text, type: 'button', class: className });
    element.addEventListener('click', () => act(name, body()));
    return element;
  };
  const present = button(
    'Hold the key to the reader',
    'present',
    () => ({ key_id: select.value === UNKNOWN ? null : Number(select.value) }),
    'main wide',
  );
  const close = button('Close', 'close', () => ({}));
  const leave = button('Leave it open', 'leave-open', () => ({}));
  const title = make(
    'div',
    { class: 'door-title' },
    make('h3', { text: lock.name }),
    make('span', { class: 'quiet', text: lock.place }),
  );
  const choose = make(
    'div',
    { class: 'choose' },
    make('label', { text: 'Key', for: select.id, class: 'quiet' }),
    select,
  );
  const buttons = make('div', { class: 'buttons' }, present, close, leave);
  const text = make(
    'div',
    { class: 'door-text' },
    title,
    make('ul', { class: 'chips' }, chip),
    choose,
    buttons,
    says,
  );
  list.append(make('article', { class: 'door', 'aria-label': lock.name }, drawing.scene, text));
  let drawn = '';
  return {
    tick: () => drawing.tick(null),
    show({ door }, keys) {
      const [words, tone] = DOORS[door];
      chip.className = `chip ${tone}`;
      chip.textContent = words;
      const leaf = door === 'closed' ? 'closed' : 'open';
      drawing.show({ name: lock.name, leaf, latched: true, wired: NOT_WIRED, pulseLeft: null });
      close.disabled = door === 'closed';
      leave.disabled = door !== 'open';
      const signature = JSON.stringify(keys);
      if (signature === drawn) return;
      drawn = signature;
      const { value } = select;
      select.replaceChildren(
        make('option', { value: UNKNOWN, text: 'Unknown key' }),
        ...keys.map((key) => make('option', { value: String(key.id), text: keyWords(key) })),
      );
      if ([...select.options].some((option) => option.value === value)) select.value = value;
    },
  };
}

const STATES = { handed_over: '', returned: ', returned' };

const keyWords = ({ name, person, state }) =>
  `${person ?? 'Deleted person'}: ${name}${state === null ? ', not activated' : STATES[state]}`;
