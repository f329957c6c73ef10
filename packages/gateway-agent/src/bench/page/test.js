import { make } from './door.js';

// The guided test of one door, above the doors that it is played on.

const STATES = { passed: ['passed', 'good'], failed: ['failed', 'bad'], skipped: ['left out', 'warm'] };
const RESULTS = {
  passed: 'The door passed.',
  failed: 'The door failed.',
  incomplete: 'Nothing failed, but not all was tested.',
};

/** The panel; `show(test)` updates it, or hides it (null), and returns whether it has just appeared. `post` sends the person's answers. */
export function testPanel(post) {
  const title = make('h2', { text: '' });
  const where = make('span', { class: 'quiet' });
  const ask = make('p', { class: 'ask', role: 'status' });
  const left = make('span', { class: 'quiet' });
  const button = (text, body, className = '') => {
    const element = make('button', { text, type: 'button', class: className });
    element.addEventListener('click', () => post('/test/answer', body));
    return element;
  };
  const yes = button('Yes', { yes: true }, 'main');
  const no = button('No', { yes: false });
  const skip = button('Skip this step', { skip: true });
  const stop = make('button', { text: 'Stop the test', type: 'button', class: 'small' });
  stop.addEventListener('click', () => post('/test/stop'));
  const delivery = make('p', { class: 'quiet' });
  const json = make('a', { text: 'Report as JSON', href: '/test/report.json', download: 'door-test.json' });
  const pdf = make('a', { text: 'Report as PDF', href: '/test/report.pdf', download: 'door-test.pdf' });
  const files = make('p', { class: 'files' }, pdf, json);
  const steps = make('ol', { class: 'steps' });
  const head = make(
    'div',
    { class: 'gateway-head' },
    title,
    where,
    make('span', { class: 'fill' }),
    left,
    stop,
  );
  // The instruction stays visible while the person operates the door; the steps are above the doors.
  const bar = make(
    'div',
    { class: 'test-now' },
    head,
    ask,
    make('div', { class: 'buttons' }, yes, no, skip),
    delivery,
    files,
  );
  const list = make('details', { class: 'test-steps' }, make('summary', { text: 'All steps' }), steps);
  const panel = make('section', { class: 'test', 'aria-label': 'Guided door test', hidden: '' }, bar, list);
  let drawn = '';
  const show = (test) => {
    const wasHidden = panel.hidden;
    panel.hidden = !test;
    if (!test) return false;
    if (wasHidden) list.open = matchMedia('(min-width: 600px)').matches;
    const text = (element, words) => element.textContent !== words && element.replaceChildren(words);
    text(title, `Testing ${test.name}`);
    text(ask, test.failure ?? (test.outcome ? RESULTS[test.outcome.result] : test.ask));
    const index = test.steps.findIndex(({ step }) => step === test.now);
    text(where, index < 0 ? '' : `Step ${index + 1} of ${test.steps.length}: ${test.steps[index].words}`);
    text(left, test.now && test.secondsLeft !== null ? `${test.secondsLeft} s left` : '');
    yes.hidden = no.hidden = !test.now || !test.isQuestion;
    skip.hidden = !test.now;
    stop.textContent = test.now ? 'Stop the test' : 'Close';
    if (test.outcome) list.open = true;
    text(delivery, test.outcome?.delivery ?? '');
    files.hidden = !test.outcome;
    pdf.hidden = !test.outcome?.hasPdf;
    const key = JSON.stringify([test.steps, test.now]);
    if (key !== drawn) steps.replaceChildren(...test.steps.map((one) => stepItem(one, test.now)));
    drawn = key;
    return wasHidden;
  };
  return { panel, show };
}

function stepItem({ step, words, result, measured }, now) {
  const [state, tone] = result ? STATES[result.result] : [step === now ? 'now' : '', ''];
  const item = make('li', step === now ? { 'aria-current': 'step' } : {}, make('span', { text: words }));
  if (state) item.append(make('span', { text: state, class: `pill ${tone}` }));
  if (result) {
    const advice = result.advice && `To check: ${result.advice}`;
    item.append(make('p', { text: [result.detail, measured, advice].filter(Boolean).join('. ') }));
  }
  return item;
}
