// A drawn door: leaf, latch, contact, strike, hold, exit button. Every text goes in through textContent.

const SVG = 'http://www.w3.org/2000/svg';

/** Makes an element: attributes by name, `text` as its text, children behind. */
export function make(tag, { text, class: className, ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'text') element.textContent = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** The leaf's parts as class, distance from the hinge, from the top, width, height; the leaf is 88 by 170. */
const LEAF = [
  ['panel', 0, 0, 88, 170],
  ['inset', 13, 16, 62, 62],
  ['inset', 13, 120, 62, 36],
  ['metal', 68, 94, 12, 18],
  ['metal', 54, 100, 22, 5],
];
const HINGE_X = 104;
const TOP = 34;
const EYE = { height: 85, distance: 300 };
// Inwards, away from the eye.
const OPEN_ANGLE = -1.15;

/** Corners of a part of the leaf as an eye in front of the door sees them, the leaf swung by an angle (towards the eye where positive). */
function projected([u, v, width, height], angle) {
  const corner = (along, down) => {
    const nearer = EYE.distance / (EYE.distance - along * Math.sin(angle));
    const x = HINGE_X + along * Math.cos(angle) * nearer;
    const y = TOP + EYE.height + (down - EYE.height) * nearer;
    return `${x.toFixed(2)},${y.toFixed(2)}`;
  };
  return [corner(u, v), corner(u + width, v), corner(u + width, v + height), corner(u, v + height)].join(' ');
}

const stillness = matchMedia('(prefers-reduced-motion: reduce)');
const RING = 2 * Math.PI * 11;

/** The scene of one door; `show(state)` and `tick(millisecondsLeft)` bring it up to date. */
export function drawDoor() {
  const latch = draw('rect', { class: 'latch', x: 189, y: 132, width: 11, height: 9, rx: 1.5 });
  const shapes = LEAF.map(([name, u, v, width, height]) => ({
    shape: draw('polygon', { class: name }),
    box: [u, v, width, height],
  }));
  const leaf = draw('g', { class: 'leaf' }, ...shapes.map(({ shape }) => shape));
  const swing = (angle) => {
    for (const { shape, box } of shapes) shape.setAttribute('points', projected(box, angle));
  };
  const lamp = (x, label) => {
    const light = draw('circle', { class: 'lamp', cx: x, cy: 16, r: 4.5 });
    const group = draw(
      'g',
      {},
      light,
      draw('text', { class: 'label beside', x: x + 9, y: 19.5, text: label }),
    );
    return { group, light };
  };
  const contact = lamp(104, 'contact');
  const hold = lamp(164, 'hold');

  const strikeLight = draw('circle', { class: 'lamp', cx: 236, cy: 110, r: 11 });
  const ring = draw('circle', {
    class: 'ring',
    cx: 236,
    cy: 110,
    r: 11,
    transform: 'rotate(-90 236 110)',
    'stroke-dasharray': RING,
    'stroke-dashoffset': RING,
  });
  const count = draw('text', { class: 'count', x: 236, y: 113.5, text: '' });
  const strike = draw(
    'g',
    {},
    strikeLight,
    ring,
    count,
    draw('text', { class: 'label', x: 236, y: 135, text: 'strike' }),
  );

  const knob = draw('circle', { class: 'knob', cx: 56, cy: 118, r: 9 });
  const exit = draw(
    'g',
    {},
    draw('rect', { class: 'plate', x: 41, y: 101, width: 30, height: 34, rx: 5 }),
    knob,
    draw('text', { class: 'label', x: 56, y: 149, text: 'exit' }),
  );

  const scene = draw(
    'svg',
    { class: 'scene', viewBox: '0 0 296 222', role: 'img' },
    draw('line', { class: 'floor', x1: -600, x2: 900, y1: 205, y2: 205 }),
    draw('rect', { class: 'frame', x: 96, y: 26, width: 104, height: 178 }),
    draw('rect', { class: 'beyond', x: 104, y: 34, width: 88, height: 170 }),
    leaf,
    latch,
    contact.group,
    hold.group,
    strike,
    exit,
  );

  let pulseLength = 0;
  let target = 0;
  let angle = null;
  return {
    scene,
    show(door) {
      target = door.leaf === 'open' ? OPEN_ANGLE : 0;
      // The latch springs out into the frame, whether there is a leaf behind it or not.
      latch.classList.toggle('back', !door.latched);
      latch.style.visibility = door.leaf === 'open' ? 'hidden' : 'visible';
      contact.light.setAttribute(
        'class',
        `lamp ${door.contact === 'open' ? 'warm' : door.contact === 'closed' ? 'good' : ''}`,
      );
      hold.light.setAttribute('class', `lamp ${door.holdOn ? 'warm' : ''}`);
      strikeLight.setAttribute('class', `lamp ${door.strikeOn && door.pulseLeft === null ? 'warm' : ''}`);
      knob.classList.toggle('down', door.exitPressed);
      contact.group.classList.toggle('absent', !door.wired.contact);
      hold.group.classList.toggle('absent', !door.wired.hold);
      strike.classList.toggle('absent', !door.wired.strike);
      exit.classList.toggle('absent', !door.wired.exitButton);
      pulseLength = door.pulseLeft === null ? 0 : Math.max(pulseLength, door.pulseLeft);
      const leafText =
        door.leaf === 'open' ? 'open' : door.latched ? 'closed and latched' : 'closed, latch drawn back';
      scene.setAttribute('aria-label', `${door.name}: ${leafText}`);
    },
    tick(left) {
      const share = left && pulseLength ? left / pulseLength : 0;
      ring.setAttribute('stroke-dashoffset', RING * (1 - share));
      if (angle !== target) {
        angle =
          angle === null || stillness.matches || Math.abs(target - angle) < 0.005
            ? target
            : angle + (target - angle) * 0.16;
        swing(angle);
      }
      count.textContent = left ? String(Math.ceil(left / 1000)) : '';
    },
    shake() {
      leaf.classList.remove('stuck');
      void leaf.getBoundingClientRect();
      leaf.classList.add('stuck');
    },
  };
}
