// node scripts/page-types.mjs write | check: generates the types of what the dashboard and the phone key send and read, from
// the declarations of their endpoints, or checks that they match.
import { randomBytes, randomUUID } from 'node:crypto';
import { built, writeOrCheck } from './generated.mjs';
import { requireFrom } from './tools.mjs';

const HEADER =
  '// Generated from the endpoints of packages/cloud by "node scripts/page-types.mjs write"; not edited by hand.\n\n';
/** Statuses of answers without a body. */
const EMPTY = [204, 303];

/** Declared for a context that reaches nothing: what is declared depends on none of it. */
async function pageEndpoints() {
  const { systemClock } = await built('packages/protocol/dist/index.js');
  const { readConfig } = await built('packages/cloud/dist/config.js');
  const { Nudge } = await built('packages/cloud/dist/nudge.js');
  const { pagesMount } = await built('packages/cloud/dist/pages.js');
  const ids = { uuid: randomUUID, bytes: randomBytes };
  const mount = pagesMount({ config: readConfig({}), clock: systemClock, ids, nudge: new Nudge() });
  await mount.stop();
  return mount.endpoints;
}

/** One type, `Routes`: by method and path, the body that an endpoint takes and what it answers or streams. */
async function typesOf(endpoints) {
  const { SchemaCollector } = await built('packages/cloud/dist/http/openapi/schemas.js');
  const { default: generate, astToString } = requireFrom('check')('openapi-typescript');
  const collector = new SchemaCollector();
  const routes = Object.fromEntries(
    endpoints.map((one) => [`${one.method} ${one.path}`, routeOf(one, collector)]),
  );
  const document = {
    openapi: '3.1.0',
    info: { title: 'Routes of the pages', version: '1.0.0' },
    paths: {},
    components: { schemas: { ...collector.components, Routes: objectOf(routes) } },
  };
  const ast = await generate(document, { alphabetize: true, defaultNonNullable: false, exportType: true });
  const components = ast.filter(({ name }) => name.text === 'components');
  return `${HEADER}${astToString(components, { formatOptions: { removeComments: true } })}
export type Routes = components['schemas']['Routes'];
`;
}

function routeOf({ method, path, status, body, answer, stream, streams }, collector) {
  if (answer === null && !stream && !EMPTY.includes(status))
    throw new Error(`${method} ${path} answers ${status} and declares no answer.`);
  return objectOf({
    ...(body ? { body: collector.input(body) } : {}),
    ...(answer ? { answer: collector.output(answer) } : {}),
    ...(streams ? { streams: collector.output(streams) } : {}),
  });
}

const objectOf = (properties) => ({ type: 'object', required: Object.keys(properties), properties });

/** The text of every generated file, by its name. */
async function generated() {
  const { phoneEndpoints } = await built('packages/cloud/dist/phone/endpoints.js');
  return {
    'packages/dashboard/src/generated/routes.ts': await typesOf(await pageEndpoints()),
    'packages/phone/src/generated/routes.ts': await typesOf(phoneEndpoints),
  };
}

await writeOrCheck('page-types.mjs', 'the endpoints', generated);
