// A second process that makes the load, so that its work is not counted as the service's.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Starts a worker of perf/. `call` sends it a task and resolves with its answer; one task at a time.
 * `exec` are flags of Node; `onNote` gets what the worker notes meanwhile.
 */
export function startWorker(name, { args = [], exec = [], onNote = () => {} } = {}) {
  const file = fileURLToPath(new URL(`../${name}`, import.meta.url));
  const child = fork(file, args, { execArgv: exec, stdio: ['ignore', 2, 2, 'ipc'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  return {
    pid: child.pid,
    call: (task) =>
      new Promise((resolve, reject) => {
        const onExit = (code) => reject(new Error(`${name} ended with ${code}`));
        child.once('exit', onExit);
        child.on('message', function onMessage(answer) {
          if ('note' in answer) return onNote(answer.note);
          child.off('message', onMessage);
          child.off('exit', onExit);
          if (answer.error) reject(new Error(`${name}: ${answer.error}`));
          else resolve(answer.result);
        });
        child.send(task);
      }),
    async stop() {
      if (child.connected) child.disconnect();
      const late = setTimeout(() => child.kill('SIGKILL'), 3_000);
      await exited;
      clearTimeout(late);
    },
  };
}

/** In the worker: sends the measure something before its answer. */
export const note = (value) => process.send({ note: value });

/** In the worker: answers each task with what its function of that name returns. */
export function serve(tasks) {
  process.on('message', ({ task, ...options }) => {
    tasks[task](options).then(
      (result) => process.send({ result }),
      (error) => process.send({ error: error.stack ?? String(error) }),
    );
  });
  process.on('disconnect', () => process.exit(0));
}
