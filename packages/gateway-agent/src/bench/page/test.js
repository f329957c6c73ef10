import { make } from './door.js';

// The guided test of one door, above the doors that it is played on.

const STATES = { passed: ['passed', 'good'], failed: ['failed', 'bad'], skipped: ['left out', 'warm'] };
const RESULTS = {
  passed: 'The door passed.',
  failed: 'The door failed.',
  incomplete: 'Nothing failed, but not all was tested.',
};

/** The panel; `show(test)` brings it up to date, null hides it. `post` sends what the person answers. */
export function testPanel(post) {
  const title = make('h2', { text: '' });
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
  const head = make('div', { class: 'gateway-head' }, title, make('span', { class: 'fill' }), left, stop);
  const panel = make(
    'section',
    { class: 'test', 'aria-label': 'Guided door test', hidden: '' },
    head,
    ask,
    make('div', { class: 'buttons' }, yes, no, skip),
    delivery,
    files,
    steps,
  );
  let drawn = '';
  const show = (test) => {
    panel.hidden = !test;
    if (!test) return;
    const text = (element, words) => element.textContent !== words && element.replaceChildren(words);
    text(title, `Testing ${test.name}`);
    text(ask, test.failure ?? (test.outcome ? RESULTS[test.outcome.result] : test.ask));
    text(left, test.now && test.secondsLeft !== null ? `${test.secondsLeft} s left` : '');
    yes.hidden = no.hidden = !test.now || !test.isQuestion;
    skip.hidden = !test.now;
    stop.textContent = test.now ? 'Stop the test' : 'Close';
    text(delivery, test.outcome?.delivery ?? '');
    files.hidden = !test.outcome;
    pdf.hidden = !test.outcome?.hasPdf;
    const key = JSON.stringify([test.steps, test.now]);
    if (key === drawn) return;
    drawn = key;
    steps.replaceChildren(...test.steps.map((one) => stepItem(one, test.now)));
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
