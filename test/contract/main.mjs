// Plays a whole life of the interface through a proxy that holds every request and answer against openapi.json, and
// fails where one of them is other than described: npm run test:contract
import { createServer } from 'node:http';
import { runExamples } from './examples.mjs';
import { play } from './play.mjs';
import { startProxy, startService, stopAll } from './processes.mjs';

const began = performance.now();
const faults = [];
const played = new Set();
let requests = 0;

try {
  const { site } = await startService();
  const { url, document } = await startProxy(site.base_url);
  const receiver = createServer((request, response) => request.resume().on('end', () => response.end()));
  await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      name: `${method.toUpperCase()} ${path}`,
      method,
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`),
    })),
  );

  async function call(
    method,
    route,
    { body, token = site.api_keys.full.token, headers = {}, expect, lax = false } = {},
  ) {
    requests += 1;
    const answer = await fetch(`${url}${route}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const what = `${method} ${route} → ${answer.status}`;
    if (answer.status !== expect) faults.push(`${what}, expected ${expect}: ${text.slice(0, 300)}`);
    const violations = JSON.parse(answer.headers.get('sl-violations') ?? '[]');
    if (lax && violations.length === 0) faults.push(`${what}: not noticed, so the proxy checks nothing`);
    for (const violation of lax ? [] : violations) {
      // A request that is refused is meant to be at fault; its answer is not.
      if (answer.ok || violation.location[0] === 'response')
        faults.push(`${what}: ${JSON.stringify(violation)}`);
    }
    const path = route.split('?')[0];
    const operation = operations.find((one) => one.method === method.toLowerCase() && one.pattern.test(path));
    if (answer.ok && operation) played.add(operation.name);
    return text === '' ? null : JSON.parse(text);
  }

  await play({ call, site, hook: `http://127.0.0.1:${receiver.address().port}/hook` });
  await runExamples(site);
  receiver.close();
  for (const { name } of operations)
    if (!played.has(name)) faults.push(`${name}: nothing in play.mjs makes it succeed`);
} catch (error) {
  faults.push(error.stack);
} finally {
  await stopAll();
}

for (const fault of faults) console.error(fault);
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(`${requests} requests, ${played.size} operations, ${faults.length} faults (${seconds} s)`);
// The counts that .ci/run reads.
console.log(`Tests: ${faults.length === 0 ? `${requests} passed` : `${faults.length} failed`}`);
process.exitCode = faults.length === 0 ? 0 : 1;
