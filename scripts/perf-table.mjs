// README's table of measurements is that of perf/results/latest.json. Both are written by npm run perf -- --save.
import { isQuotedInReadme } from '../perf/lib/results.mjs';

if (!isQuotedInReadme()) {
  console.error(
    "README.md's table is not that of perf/results/latest.json: npm run perf -- NAME --save writes both",
  );
  process.exitCode = 1;
}
