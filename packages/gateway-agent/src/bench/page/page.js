import { drawDoor, make } from './door.js';
import { clockTime, eventItem } from './events.js';
import { readersPanel } from './readers.js';
import { testPanel } from './test.js';

// The page holds no state of its own: it shows what the bench reports, and posts what a person does.

const $ = (id) => document.getElementById(id);
const gateways = new Map();
let cloud = { locks: [], events: [] };

/** As browsers name it in a time, such as GMT+2. */
const zone = new Intl.DateTimeFormat('en', { timeZoneName: 'short' })
  .formatToParts()
  .find(({ type }) => type === 'timeZoneName').value;
$('zone').textContent = `Times are by this browser’s clock (${zone}).`;

const LINKS = {
  online: ['online', 'good'],
  connecting: ['connecting', 'warm'],
  waiting: ['waiting for the cloud', 'warm'],
  offline: ['offline, will try again', 'warm'],
  refused: ['refused by the cloud', 'bad'],
};

async function post(path, body = {}) {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return await response.json();
  } catch {
    return { ok: false, message: 'The bench does not answer.' };
  }
}

function setPill(element, text, tone) {
  element.className = `pill ${tone}`;
  if (element.textContent !== text) element.textContent = text;
}

function gatewayCard(id) {
  const link = make('p', { class: 'pill', role: 'status' });
  const depth = make('p', { class: 'quiet' });
  const network = make('button', { class: 'small', type: 'button' });
  const board = make('button', { class: 'small', type: 'button' });
  const disk = make('p', { class: 'warning', role: 'alert', hidden: '' });
  const doors = make('div', { class: 'doors' });
  const rows = make('tbody');
  const head = make(
    'tr',
    {},
    ...['Number', 'When', 'What happened', 'Cloud'].map((text) => make('th', { text, scope: 'col' })),
  );
  const table = make('table', {}, make('thead', {}, head), rows);
  const journal = make(
    'div',
    { class: 'journal', tabindex: '0', role: 'region', 'aria-label': `Last records of the journal of ${id}` },
    table,
  );
  const fold = make('details', { open: '' }, make('summary', { text: 'Journal: the last records' }), journal);
  const card = { doors: new Map(), plugged: true, board: true };
  network.addEventListener('click', () => post(`/gateways/${id}/network`, { plugged: !card.plugged }));
  board.addEventListener('click', () => post(`/gateways/${id}/board`, { plugged: !card.board }));
  const title = make('h2', { text: 'Gateway' });
  const header = make(
    'div',
    { class: 'gateway-head' },
    title,
    make('span', { class: 'id', text: id }),
    link,
    make('span', { class: 'fill' }),
    depth,
    make('div', { class: 'switches' }, board, network),
  );
  $('gateways').append(
    make('section', { class: 'gateway', 'aria-label': `Gateway ${id}` }, header, disk, doors, fold),
  );
  return Object.assign(card, {
    /** Where its doors are, once the cloud has said so: no one knows a gateway by its id. */
    place(locks) {
      const own = new Set([...card.doors.values()].map(({ lockId }) => lockId));
      const places = new Set(locks.filter((lock) => own.has(lock.id)).map((lock) => lock.location.name));
      title.textContent = ['Gateway', [...places].join(', ')].filter(Boolean).join(' · ');
    },
    show(gateway) {
      card.plugged = gateway.plugged;
      card.board = gateway.board;
      board.textContent = gateway.board ? 'Pull the cable of the board' : 'Plug the board in';
      setPill(link, ...(gateway.plugged ? LINKS[gateway.link] : ['network unplugged', 'bad']));
      network.textContent = gateway.plugged ? 'Pull the network plug' : 'Plug the network in';
      depth.textContent =
        gateway.depth === 0
          ? 'journal empty'
          : `${gateway.depth} ${gateway.depth === 1 ? 'record' : 'records'} waiting for the cloud`;
      disk.hidden = gateway.disk === null;
      disk.textContent =
        gateway.disk === null ? '' : `The disk refuses: ${gateway.disk}. The doors keep working.`;
      for (const door of gateway.doors) {
        if (!card.doors.has(door.door)) card.doors.set(door.door, doorCard(id, door, doors));
        card.doors.get(door.door).show(door);
      }
      const names = new Map(gateway.doors.map(({ door, name }) => [door, name]));
      rows.replaceChildren(...gateway.records.map((one) => recordRow(one, names)));
    },
  });
}

function doorCard(gatewayId, { door: number, name, lockId, wired }, list) {
  const drawing = drawDoor();
  const chips = make('ul', { class: 'chips' });
  const says = make('p', { class: 'says', role: 'status' });
  const button = (text, action, className = '') => {
    const element = make('button', { text, type: 'button', class: className });
    element.addEventListener('click', action);
    return element;
  };
  const act = async (action) => {
    const answer = await post(`/gateways/${gatewayId}/doors/${number}/${action}`);
    say(answer.message ?? '', answer.ok ? '' : 'bad');
    if (!answer.ok && action === 'open') drawing.shake();
    return answer;
  };
  const say = (text, tone = '') => {
    says.className = `says ${tone}`;
    says.textContent = text;
  };
  const open = button('Open', () => act('open'));
  const close = button('Close', () => act('close'));
  const exit = make('button', {
    text: 'Exit button',
    type: 'button',
    title: 'Holds for as long as you press',
  });
  holdToPress(
    exit,
    () => act('press'),
    () => act('release'),
  );
  const force = button('Force open', () => act('force'), 'risky');
  const unlock = button(
    'Unlock from the cloud',
    async () => {
      unlock.disabled = true;
      say('asked the cloud …');
      const answer = await act('unlock');
      say(
        `${answer.message}${answer.milliseconds === undefined ? '' : ` (${answer.milliseconds} ms)`}`,
        answer.ok ? 'good' : 'bad',
      );
      unlock.disabled = false;
    },
    'main wide',
  );
  const test = button('Guided test', () => act('test'), 'wide');
  exit.hidden = !wired.exitButton;
  unlock.hidden = lockId === null;
  const title = make(
    'div',
    { class: 'door-title' },
    make('h3', { text: name }),
    make('span', { class: 'quiet', text: `door ${number}` }),
  );
  const text = make(
    'div',
    { class: 'door-text' },
    title,
    chips,
    make('div', { class: 'buttons' }, unlock, open, close, exit, force, test),
    says,
  );
  const article = make('article', { class: 'door', 'aria-label': name }, drawing.scene, text);
  list.append(article);
  const card = {
    article,
    lockId,
    pulseEnd: null,
    strikeOn: false,
    show(door) {
      card.door = door;
      card.pulseEnd = door.pulseLeft === null ? null : performance.now() + door.pulseLeft;
      drawing.show(door);
      open.disabled = door.leaf === 'open';
      force.disabled = door.leaf === 'open';
      close.disabled = door.leaf === 'closed';
      card.chips();
      card.tick();
    },
    chips() {
      const { door } = card;
      const lock = cloud.locks.find(({ id }) => id === lockId);
      const chip = (label, tone = '') => make('li', { class: `chip ${tone}`, text: label });
      const list = [];
      if (door.wired.contact)
        list.push(chip(`contact ${door.contact ?? 'unknown'}`, door.contact === 'open' ? 'warm' : ''));
      if (door.wired.strike)
        list.push(chip(door.strikeOn ? 'strike on' : 'strike off', door.strikeOn ? 'warm' : ''));
      if (door.wired.hold) list.push(chip(door.holdOn ? 'held open' : 'no hold', door.holdOn ? 'warm' : ''));
      if (lock)
        list.push(chip(`cloud: ${lock.online ? lock.door_state : 'offline'}`, lock.online ? 'good' : 'bad'));
      chips.replaceChildren(...list);
    },
    tick() {
      drawing.tick(card.pulseEnd === null ? null : Math.max(0, card.pulseEnd - performance.now()));
    },
  };
  return card;
}

/** Pressed while held down, by mouse, finger or key; a click of an assistive tool is a short press. */
function holdToPress(element, press, release) {
  let down = false;
  let pressed;
  const begin = () => {
    if (down) return;
    down = true;
    element.classList.add('down');
    pressed = press();
  };
  const end = () => {
    if (!down) return;
    down = false;
    element.classList.remove('down');
    pressed.then(release);
  };
  element.addEventListener('pointerdown', begin);
  for (const name of ['pointerup', 'pointercancel', 'pointerleave', 'blur'])
    element.addEventListener(name, end);
  element.addEventListener('keydown', ({ key }) => (key === 'Enter' || key === ' ') && begin());
  element.addEventListener('keyup', end);
  element.addEventListener('click', (event) => {
    if (event.detail !== 0 || down || event.pointerType) return;
    begin();
    end();
  });
}

const CAUSES = {
  command: 'by command',
  exit_button: 'by the exit button',
  pulse_end: 'the pulse is over',
  lease_end: 'the hold has ended',
  boot: 'made safe at start',
  bench: 'by the bench',
};

function describe(record) {
  switch (record.kind) {
    case 'contact':
      return `contact ${record.state}${record.snapshot ? ', as read at the start or at a reconnect' : ''}`;
    case 'exit_button':
      return `exit button ${record.pressed ? 'pressed' : 'released'}`;
    case 'relay':
      return `${record.relay} ${record.on ? 'on' : 'off'}, ${CAUSES[record.cause] ?? record.cause}`;
    case 'result':
      return `command ${record.outcome.replace('_', ' ')}${record.detail ? `: ${record.detail}` : ''}`;
    case 'door_test':
      return record.for_ms > 0
        ? `under test for at most ${Math.round(record.for_ms / 60_000)} min: no alarms`
        : 'no longer under test';
    case 'fault':
      return `${(record.input ?? record.relay).replace('_', ' ')} ${record.ok ? 'works again' : `does not work: ${record.error}`}`;
    case 'gap':
      return `numbers ${record.from_seq} to ${record.to_seq} were lost`;
    default:
      return record.kind;
  }
}

function recordRow({ record, acknowledged }, names) {
  const where = names.get(record.door);
  const state = make('span', {
    class: `pill ${acknowledged ? 'good' : 'warm'}`,
    text: acknowledged ? 'has it' : 'waiting',
  });
  return make(
    'tr',
    {},
    make('td', { text: record.seq }),
    make('td', { text: clockTime(record.at) }),
    make('td', { text: where ? `${where}: ${describe(record)}` : describe(record) }),
    make('td', {}, state),
  );
}

const known = new Set();
let firstEvents = true;

function showCloud(view) {
  cloud = view;
  setPill($('cloud-state'), view.reachable ? 'live' : 'not reached', view.reachable ? 'good' : 'warm');
  $('cloud-error').hidden = !view.error;
  $('cloud-error').textContent = view.error ?? '';
  const signature = JSON.stringify(view.events);
  if (signature !== showCloud.last) {
    showCloud.last = signature;
    const isFresh = ({ type, id }) => !firstEvents && !known.has(`${type} ${id}`);
    $('events').replaceChildren(...view.events.map((event) => eventItem(event, isFresh(event))));
    for (const { type, id } of view.events) known.add(`${type} ${id}`);
    if (view.reachable) firstEvents = false;
  }
  $('events-empty').hidden = view.events.length > 0;
  for (const gateway of gateways.values()) {
    gateway.place(view.locks);
    for (const door of gateway.doors.values()) door.chips();
  }
}

const readers = readersPanel(post);
$('readers').append(readers.panel);
const guided = testPanel(post);
$('gateways').prepend(guided.panel);

function showState(state) {
  const hasBegun = guided.show(state.test);
  $('cloud').hidden = !state.cloud;
  document.querySelector('main').classList.toggle('with-cloud', state.cloud);
  for (const gateway of state.gateways) {
    if (!gateways.has(gateway.id)) gateways.set(gateway.id, gatewayCard(gateway.id));
    gateways.get(gateway.id).show(gateway);
    gateways.get(gateway.id).place(cloud.locks);
  }
  // Scroll the door under test to below the instruction.
  const { gateway, door } = state.test ?? {};
  if (hasBegun) gateways.get(gateway)?.doors.get(door)?.article.scrollIntoView({ block: 'start' });
}

// What scrolls must be reached by the keyboard.
$('cloud').tabIndex = 0;

const stream = new EventSource('/stream');
stream.addEventListener('open', () => setPill($('page-link'), 'live', 'good'));
stream.addEventListener('error', () => setPill($('page-link'), 'the bench does not answer', 'bad'));
stream.addEventListener('state', ({ data }) => showState(JSON.parse(data)));
stream.addEventListener('cloud', ({ data }) => showCloud(JSON.parse(data)));

stream.addEventListener('readers', ({ data }) => readers.show(JSON.parse(data)));

function everyFrame() {
  readers.tick();
  for (const { doors } of gateways.values()) for (const door of doors.values()) door.tick();
  requestAnimationFrame(everyFrame);
}
everyFrame();
