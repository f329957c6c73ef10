// A network of its own for each machine: a namespace, joined to the others by a bridge at which the test sits too, so that
// a machine can be cut off without a word, as a switch does that fails. Needs root; without, all are on loopback and
// nothing can be cut.
import { execFileSync } from 'node:child_process';

const LOOPBACK = '127.0.0.1';

/** @returns `{ network, addressOf(name), commandIn(name, command), cuts, close() }`; `cuts` is null where there are none. */
export function createNetwork(names) {
  if (process.getuid() !== 0) return loopback('only root may cut networks');
  const created = [];
  try {
    return namespaces(names, created);
  } catch (error) {
    removeAll(created);
    return loopback(`no network namespaces here: ${(error.stderr?.toString() || error.message).trim()}`);
  }
}

const loopback = (why) => ({
  why,
  network: '127.0.0.0/8',
  addressOf: () => LOOPBACK,
  commandIn: (_name, command) => command,
  cuts: null,
  close: () => undefined,
});

function namespaces(names, created) {
  const id = process.pid % 65_536;
  const prefix = `10.${200 + (id >> 12)}.${id & 255}`;
  const space = (name) => `door-ha-${process.pid}-${name}`;
  const bridge = `dha${id}`;
  const outside = (name) => `dha${id}-${names.indexOf(name)}`;
  const addressOf = (name) => `${prefix}.${names.indexOf(name) + 2}`;
  const inside = (name, ...words) => ip('-n', space(name), ...words);

  ip('link', 'add', bridge, 'type', 'bridge');
  created.push(['link', 'del', bridge]);
  ip('address', 'add', `${prefix}.1/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  for (const name of names) {
    ip('netns', 'add', space(name));
    // The pair of interfaces goes with it.
    created.push(['netns', 'del', space(name)]);
    ip('link', 'add', outside(name), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space(name));
    inside(name, 'address', 'add', `${addressOf(name)}/24`, 'dev', 'eth0');
    inside(name, 'link', 'set', 'lo', 'up');
    inside(name, 'link', 'set', 'eth0', 'up');
    ip('link', 'set', outside(name), 'master', bridge, 'up');
  }
  return {
    why: null,
    network: `${prefix}.0/24`,
    addressOf,
    commandIn: (name, command) => ['nsenter', `--net=/run/netns/${space(name)}`, ...command],
    cuts: {
      /** From everything; returns how it is joined again. */
      from_all(name) {
        ip('link', 'set', outside(name), 'nomaster');
        return async () => ip('link', 'set', outside(name), 'master', bridge);
      },
      /** From the other machines alone: the service and HAProxy still reach it. */
      from_machines(name) {
        const others = names.filter((one) => one !== name).map((one) => `${addressOf(one)}/32`);
        for (const other of others) inside(name, 'route', 'add', 'blackhole', other);
        return async () => {
          for (const other of others) inside(name, 'route', 'del', 'blackhole', other);
        };
      },
    },
    close: () => removeAll(created),
  };
}

function removeAll(created) {
  for (const words of created.splice(0).reverse()) ip(...words);
}

function ip(...words) {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] });
}
