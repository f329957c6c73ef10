import { colourStyles, FONT } from '@door-access/protocol/identity';

/* The page of the guided door test, for a phone. It is text in a module, so that it ships with the agent. */

export const PAGE_HTML = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Door test</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/page.css">
  <script type="module" src="/page.js"></script>
</head>
<body>
  <main>
    <header><p class="quiet">Door test</p><h1 id="door">…</h1><p id="simulated" class="quiet" hidden>Simulated hardware: the test plays the person.</p></header>
    <section id="now" aria-live="polite"><p id="ask">Connecting …</p><p id="left" class="quiet"></p>
      <div class="buttons"><button id="yes" class="main" hidden>Yes</button><button id="no" hidden>No</button><button id="skip" hidden>Skip this step</button></div>
    </section>
    <section id="over" hidden><h2 id="result"></h2><p id="delivery" class="quiet"></p><p id="files"></p></section>
    <ol id="steps"></ol>
    <p id="lost" role="alert" hidden>The gateway does not answer. If its power is cut just now, start the test again with --resume.</p>
  </main>
  <noscript>This page needs JavaScript.</noscript>
</body>
</html>
`;

export const PAGE_CSS = `${colourStyles()}
*{box-sizing:border-box}[hidden]{display:none!important}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 ${FONT}}
main{max-width:34rem;margin:0 auto;padding:1rem;display:grid;gap:1rem}
h1,h2,p{margin:0;overflow-wrap:anywhere}h1{font-size:1.4rem}.quiet{color:var(--dim);font-size:.9rem}
#now{position:sticky;top:0}section{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:1.1rem;display:grid;gap:.7rem}
#ask{font-size:1.3rem;line-height:1.35;min-height:3.6em}
.buttons{display:flex;flex-wrap:wrap;gap:.6rem}
button{font:inherit;min-height:3.2rem;min-width:6rem;padding:0 1.2rem;border-radius:.8rem;border:1px solid var(--line);background:var(--page);color:var(--ink);cursor:pointer}
button.main{background:var(--press);border-color:var(--press);color:#fff;font-weight:600}
button:focus-visible,a:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
#skip{margin-left:auto}
ol{list-style:none;margin:0;padding:0;display:grid;gap:.2rem}
li{display:grid;grid-template-columns:1fr auto;gap:0 .8rem;padding:.5rem .3rem;border-top:1px solid var(--line)}
li[aria-current]{font-weight:600}li .state{font-size:.9rem}li p{grid-column:1/-1;font-size:.88rem;font-weight:400;color:var(--dim)}
.passed{color:var(--good)}.failed{color:var(--alarm)}.skipped{color:var(--warning)}a{color:var(--accent)}
#files{display:flex;gap:1rem}
`;

export const PAGE_JS = `const $ = (id) => document.getElementById(id);
const STATES = { passed: 'passed', failed: 'failed', skipped: 'left out' };
const text = (element, words) => { if (element.textContent !== words) element.textContent = words; };
const make = (tag, words, name) => { const element = document.createElement(tag); element.textContent = words; if (name) element.className = name; return element; };
let asked = '';
const post = (body) => {
  for (const id of ['yes', 'no', 'skip']) $(id).disabled = true;
  return fetch('/answer', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
};
$('yes').addEventListener('click', () => post({ yes: true }));
$('no').addEventListener('click', () => post({ yes: false }));
$('skip').addEventListener('click', () => post({ skip: true }));
let drawn = '';
function show({ view, outcome }) {
  if (!view) return;
  text($('door'), 'Door ' + view.door + ', ' + view.name);
  $('simulated').hidden = !view.simulated;
  $('now').hidden = view.now === null;
  text($('ask'), view.ask);
  text($('left'), view.leftMs === null || view.leftMs === undefined ? '' : Math.ceil(view.leftMs / 1000) + ' s left');
  $('yes').hidden = $('no').hidden = !view.isQuestion || view.simulated;
  $('skip').hidden = view.now === null || view.simulated;
  if (asked !== view.now + view.ask) {
    asked = view.now + view.ask;
    for (const id of ['yes', 'no', 'skip']) $(id).disabled = false;
  }
  const key = JSON.stringify([view.steps, view.now]);
  if (key !== drawn) {
    drawn = key;
    $('steps').replaceChildren(...view.steps.map(({ step, words, result, measured }) => {
      const item = document.createElement('li');
      if (step === view.now) item.setAttribute('aria-current', 'step');
      item.append(make('span', words), make('span', result ? STATES[result.result] : step === view.now ? 'now' : '', 'state ' + (result ? result.result : '')));
      if (result) item.append(make('p', [result.detail, measured, result.advice && 'To check: ' + result.advice].filter(Boolean).join('. ')));
      return item;
    }));
  }
  $('over').hidden = !outcome;
  if (outcome) {
    text($('result'), outcome.name + (outcome.result === 'passed' ? ' passed.' : outcome.result === 'failed' ? ' failed.' : ': nothing failed, but not all was tested.'));
    $('result').className = outcome.result === 'incomplete' ? 'skipped' : outcome.result;
    text($('delivery'), outcome.delivery);
    if (!$('files').childElementCount) for (const [name, href] of outcome.files) { const link = make('a', name); link.href = href; link.download = ''; $('files').append(link); }
  }
}
let misses = 0;
async function look() {
  try {
    const answer = await fetch('/state');
    if (!answer.ok) throw new Error(String(answer.status));
    show(await answer.json());
    misses = 0;
  } catch { misses += 1; }
  $('lost').hidden = misses < 4;
  setTimeout(look, 250);
}
look();
`;
