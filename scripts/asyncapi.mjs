// node scripts/asyncapi.mjs write | check: generates asyncapi.json from the schemas of the wire, or checks that it
// matches.
import { built, writeOrCheck } from './generated.mjs';

await writeOrCheck('asyncapi.mjs', 'packages/protocol', async () => {
  const { asyncApiDocument } = await built('packages/protocol/dist/asyncapi.js');
  return { 'asyncapi.json': asyncApiDocument() };
});
