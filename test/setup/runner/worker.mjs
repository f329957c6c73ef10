import { pathToFileURL } from 'node:url';
import { jestExpect } from '@jest/expect';
import { createEmptyTestResult } from '@jest/test-result';
import { addEventHandler, getState, resetState, run } from 'jest-circus';
import { formatExecError, formatResultsErrors } from 'jest-message-util';

process.setSourceMapsEnabled(true);

// An error that nothing catches fails the file that is running.
for (const name of ['uncaughtException', 'unhandledRejection']) {
  process.on(name, (error) => getState().unhandledErrors.push(error));
}

addEventHandler(function reportSoftErrors(event) {
  if (event.name === 'test_start') jestExpect.setState({ currentTestName: event.test.name });
  if (event.name !== 'test_done') return;
  event.test.errors.push(...jestExpect.getState().suppressedErrors);
  jestExpect.setState({ suppressedErrors: [] });
});

let files = 0;

/** Runs one test file, and answers with a TestResult of Jest. */
export async function runFile({ path, config, globalConfig }) {
  const before = { ...process.env };
  const start = Date.now();
  resetState();
  const state = getState();
  state.testTimeout = config.testTimeout ?? globalConfig.testTimeout ?? state.testTimeout;
  if (globalConfig.testNamePattern) state.testNamePattern = new RegExp(globalConfig.testNamePattern, 'i');
  jestExpect.setState({ testPath: path, expand: globalConfig.expand });
  files += 1;
  await import(`${pathToFileURL(path)}?file=${files}`);
  const outcome = await run();
  restoreEnvironment(before);
  return toTestResult(outcome, { path, config, globalConfig, start });
}

/** Ends what the files of this worker share. */
export const endShared = async () => globalThis.whenWorkerEnds?.();

function restoreEnvironment(before) {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
}

const STATUS = { skip: 'pending', todo: 'todo' };

function toTestResult(outcome, { path, config, globalConfig, start }) {
  const testResults = outcome.testResults.map((test) => {
    const names = test.testPath.filter((name) => name !== 'ROOT_DESCRIBE_BLOCK');
    return {
      ancestorTitles: names.slice(0, -1),
      title: names.at(-1),
      fullName: names.join(' '),
      status: STATUS[test.status] ?? (test.errors.length > 0 ? 'failed' : 'passed'),
      duration: test.duration,
      failureMessages: test.errors,
      failureDetails: [],
      invocations: test.invocations,
      location: test.location,
      numPassingAsserts: test.numPassingAsserts,
      retryReasons: test.retryReasons,
    };
  });
  const count = (status) => testResults.filter((test) => test.status === status).length;
  const unhandled = outcome.unhandledErrors;
  const empty = createEmptyTestResult();
  const end = Date.now();
  const failures = [
    formatResultsErrors(testResults, config, globalConfig, path),
    ...unhandled.map((stack) => formatExecError({ message: '', stack }, config, globalConfig)),
  ].filter(Boolean);
  return {
    ...empty,
    displayName: config.displayName,
    testFilePath: path,
    testResults,
    failureMessage: failures.length > 0 ? failures.join('\n\n') : null,
    testExecError: unhandled.length > 0 ? { message: '', stack: unhandled.join('\n') } : undefined,
    numFailingTests: count('failed'),
    numPassingTests: count('passed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    perfStats: {
      ...empty.perfStats,
      start,
      end,
      runtime: end - start,
      slow: (end - start) / 1000 > config.slowTestThreshold,
    },
  };
}
