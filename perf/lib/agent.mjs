// The real gateway agent on simulated hardware, in a process of its own.
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../packages/gateway-agent/dist/main.js', import.meta.url));

/** Starts it and resolves once it has its session; `readyMs` is how long that took from the spawn. */
export async function startAgent({ url, gateway, dir }) {
  const config = path.join(dir, `${gateway.id}.yaml`);
  const doors = gateway.locks.map((_, index) => ({
    door: index + 1,
    name: `Door ${index + 1}`,
    driver: 'bench',
    contact: true,
    exit_button: true,
    strike_ms: 1000,
  }));
  // JSON is YAML.
  const settings = {
    gateway_id: gateway.id,
    secret: gateway.secret,
    cloud_url: url,
    data_dir: 'agent',
    doors,
  };
  await writeFile(config, JSON.stringify(settings));
  const began = performance.now();
  const child = fork(MAIN, ['run', '--config', config], { execArgv: [], stdio: ['ignore', 2, 2, 'ipc'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve, reject) => {
    child.once('message', (message) =>
      message.type === 'ready' ? resolve() : reject(new Error(message.message)),
    );
    child.once('exit', (code) => reject(new Error(`the agent ended with ${code}`)));
  });
  return {
    readyMs: performance.now() - began,
    /** Resident memory now, in MB; null if the system does not report it. */
    rssMb: () => {
      try {
        return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024;
      } catch {
        return null;
      }
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
