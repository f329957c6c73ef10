// node scripts/openapi.mjs write | check: generates openapi.json from the declared endpoints, or checks that it
// matches.
import { built, writeOrCheck } from './generated.mjs';

await writeOrCheck('openapi.mjs', 'the endpoints', async () => {
  const { api } = await built('packages/cloud/dist/endpoints.js');
  const { openApiDocument } = await built('packages/cloud/dist/http/openapi/document.js');
  return { 'openapi.json': openApiDocument(api) };
});
