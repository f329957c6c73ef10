import { describe, expect, test } from '@jest/globals';
import { ConfigError, parseConfig } from '../src/config/config.js';
import { mergeWirings } from '../src/drivers/wiring.js';

const HEAD = `gateway_id: 0b9c1c1e-0000-4000-8000-000000000001
secret: sesame
cloud_url: mqtts://cloud.example:8883
data_dir: ./data
doors:
`;
const door = (number: number, lines: string): string =>
  `  - door: ${number}\n    name: Door ${number}\n${lines
    .split('\n')
    .map((line) => `    ${line}\n`)
    .join('')}`;
const parse = (...doors: string[]) => parseConfig(HEAD + doors.join(''), 'gateway.yaml');

function mistakes(...doors: string[]): string[] {
  try {
    parse(...doors);
  } catch (error) {
    if (error instanceof ConfigError)
      return error.problems.map(
        ({ line, column, field, message }) => `${line}:${column} ${field} ${message}`,
      );
    throw error;
  }
  return [];
}

test('a door on GPIO lines: a switch to ground with a pull-up unless configured otherwise', () => {
  const config = parse(
    door(
      1,
      'driver: gpio\nchip: pinctrl-rp1\ncontact: { line: GPIO17 }\nexit_button: { line: 27, bias: none }\nstrike: { line: 5, active_low: true }',
    ),
  );
  expect(config.doors[0]).toMatchObject({ strike: true, hold: false, contact: { debounceMs: 50 } });
  expect(config.doors[0]?.wirings[0]).toMatchObject({
    driver: 'gpio',
    chip: 'pinctrl-rp1',
    inputs: [
      { input: 'contact', point: { line: 'GPIO17', activeLow: true, bias: 'pull_up', debounceMs: 50 } },
      { input: 'exit_button', point: { line: 27, activeLow: false, bias: 'none' } },
    ],
    relays: [{ relay: 'strike', failSafe: false, point: { line: 5, activeLow: true } }],
  });
});

test('doors on one board share its driver, each with its own channels', () => {
  const port = 'port: { vendor: 1A86, product: 7523, serial: X1 }';
  const config = parse(
    door(1, `driver: waveshare\n${port}\ncontact: { channel: 1 }\nstrike: { channel: 1 }`),
    door(
      2,
      `driver: waveshare\n${port}\nlock: fail_safe\ncontact: { channel: 2 }\nstrike: { channel: 2 }\nhold: { channel: 3 }`,
    ),
  );
  const wirings = mergeWirings(config.doors.flatMap(({ wirings }) => wirings));
  expect(wirings).toMatchObject([
    {
      port: { vendor: '1a86', product: '7523', serial: 'X1' },
      inputs: [{ door: 1 }, { door: 2 }],
      relays: [
        { door: 1, failSafe: false },
        { door: 2, relay: 'strike', failSafe: true },
        { door: 2, relay: 'hold', failSafe: true },
      ],
    },
  ]);
});

test.each<[string, string[], string]>([
  [
    'a strike without a line',
    [door(1, 'driver: gpio\nchip: x')],
    '6:5 doors[0].strike.line expected the line that it is wired to (or strike: false where there is none)',
  ],
  [
    'a line on a board',
    [door(1, 'driver: lcus\nport: /dev/ttyUSB0\nstrike: { line: 3, channel: 1 }')],
    '10:15 doors[0].strike.line has no meaning with driver lcus: remove it',
  ],
  [
    'a board without a port',
    [door(1, 'driver: lcus\nstrike: { channel: 1 }')],
    '6:5 doors[0].port expected a port: driver lcus talks to a board on a serial port',
  ],
  [
    'an input on a board without inputs',
    [door(1, 'driver: lcus\nport: /dev/ttyUSB0\nstrike: { channel: 1 }\ncontact: { channel: 1 }')],
    '11:5 doors[0].contact driver lcus has no inputs: give it a driver that has inputs, such as { driver: gpio, line: GPIO17 }',
  ],
  [
    'a channel that the board has not',
    [door(1, 'driver: kmtronic\nport: /dev/ttyUSB0\nstrike: { channel: 9 }')],
    '10:15 doors[0].strike.channel expected a channel from 1 to 8',
  ],
  [
    'a relay that only a larger module has',
    [door(1, 'driver: numato\nport: /dev/ttyACM0\nstrike: { channel: 40 }')],
    '10:15 doors[0].strike.channel expected a channel from 0 to 31 (or relay_count: 64, if the board has so many)',
  ],
  [
    'a relay beyond the size that is named',
    [door(1, 'driver: kmtronic\nport: /dev/ttyUSB0\nrelay_count: 4\nstrike: { channel: 5 }')],
    '11:15 doors[0].strike.channel expected a channel from 1 to 4',
  ],
  [
    'a size that no board has',
    [door(1, 'driver: numato\nport: /dev/ttyACM0\nrelay_count: 5\nstrike: { channel: 1 }')],
    '10:5 doors[0].relay_count expected how many relays the board has: 1, 2, 4, 8, 16, 32, 64',
  ],
  [
    'a chip with a board',
    [door(1, 'driver: lcus\nchip: x\nport: /dev/ttyUSB0\nstrike: { channel: 1 }')],
    '9:5 doors[0].chip has no meaning with driver lcus: remove it',
  ],
  [
    'a bias through sysfs',
    [door(1, 'driver: gpio-sysfs\nchip: x\nstrike: false\ncontact: { line: 1, bias: pull_up }')],
    '11:25 doors[0].contact.bias has no meaning with driver gpio-sysfs: remove it',
  ],
  [
    'hardware settings on simulated doors',
    [door(1, 'driver: bench\nlock: fail_safe')],
    '9:5 doors[0].lock has no meaning with driver bench: remove it',
  ],
  [
    'an unknown lock',
    [door(1, 'driver: gpio\nstrike: { line: 1 }\nlock: open')],
    '10:5 doors[0].lock expected fail_secure (locked without power) or fail_safe (open without power)',
  ],
  [
    'a line used twice',
    [door(1, 'driver: gpio\nstrike: { line: GPIO5 }\nhold: { line: GPIO5 }')],
    '10:13 doors[0].hold.line the same line as doors[0].strike; expected another',
  ],
  [
    'a channel used twice by two doors',
    [
      door(1, 'driver: lcus\nport: /dev/ttyUSB0\nstrike: { channel: 1 }'),
      door(2, 'driver: lcus\nport: /dev/ttyUSB0\nstrike: { channel: 1 }'),
    ],
    '15:15 doors[1].strike.channel the same channel as doors[0].strike; expected another',
  ],
  [
    'two drivers on one port',
    [
      door(1, 'driver: lcus\nport: /dev/ttyUSB0\nstrike: { channel: 1 }'),
      door(2, 'driver: kmtronic\nport: /dev/ttyUSB0\nstrike: { channel: 2 }'),
    ],
    '13:5 doors[1].driver doors[0] talks to the same port with driver lcus; expected the same',
  ],
  [
    'a board of a terminal without a port',
    [door(1, 'driver: gpio\nstrike: { driver: lcus, channel: 1 }')],
    '9:5 doors[0].strike.port expected a port: driver lcus talks to a board on a serial port',
  ],
  [
    'an unknown driver of a relay',
    [door(1, 'driver: gpio\nstrike: { driver: relay, channel: 1 }')],
    '9:15 doors[0].strike.driver expected a driver: gpio, gpio-sysfs, waveshare, lcus, numato, kmtronic',
  ],
  [
    'an unknown setting of a relay',
    [door(1, 'driver: gpio\nstrike: { line: 1, chanel: 1 }')],
    '9:24 doors[0].strike.chanel no such setting; expected driver, chip, port, address, baud_rate, relay_count, line, channel or active_low',
  ],
  [
    'a chip of a terminal without a driver',
    [door(1, 'driver: gpio\nstrike: { chip: pinctrl-rp1, line: 5 }')],
    '9:15 doors[0].strike.chip expected driver beside it, or the setting on the door itself',
  ],
  [
    'a terminal wired to hardware on a simulated door',
    [door(1, 'driver: bench\nstrike: { driver: gpio, line: 5 }')],
    '9:15 doors[0].strike.driver has no meaning with driver bench: all of a simulated door is simulated',
  ],
  [
    'a line where the terminal’s own driver has channels',
    [door(1, 'driver: gpio\nstrike: { driver: lcus, port: /dev/ttyUSB0, line: 5, channel: 1 }')],
    '9:49 doors[0].strike.line has no meaning with driver lcus: remove it',
  ],
  [
    'a speed where the terminal’s own driver has none',
    [
      door(
        1,
        'driver: lcus\nport: /dev/ttyUSB0\nstrike: { channel: 1 }\ncontact: { driver: gpio, baud_rate: 9600, line: 5 }',
      ),
    ],
    '11:30 doors[0].contact.baud_rate has no meaning with driver gpio: remove it',
  ],
  [
    'an input on a terminal’s own board without inputs',
    [door(1, 'driver: gpio\nstrike: { line: 5 }\ncontact: { driver: lcus, port: /dev/ttyUSB0, channel: 1 }')],
    '10:5 doors[0].contact driver lcus has no inputs: give it a driver that has inputs, such as { driver: gpio, line: GPIO17 }',
  ],
  [
    'a channel beyond the size of the terminal’s own board',
    [door(1, 'driver: gpio\nstrike: { driver: lcus, port: /dev/ttyUSB0, relay_count: 2, channel: 3 }')],
    '9:65 doors[0].strike.channel expected a channel from 1 to 2',
  ],
  [
    'a line of one door that is the terminal of another',
    [
      door(1, 'driver: gpio\nstrike: { line: GPIO5 }'),
      door(
        2,
        'driver: lcus\nport: /dev/ttyUSB0\nstrike: { channel: 1 }\ncontact: { driver: gpio, line: GPIO5 }',
      ),
    ],
    '15:30 doors[1].contact.line the same line as doors[0].strike; expected another',
  ],
  [
    'another driver on the port of a terminal',
    [
      door(1, 'driver: gpio\nstrike: { driver: lcus, port: /dev/ttyUSB0, channel: 1 }'),
      door(2, 'driver: kmtronic\nport: /dev/ttyUSB0\nstrike: { channel: 2 }'),
    ],
    '12:5 doors[1].driver doors[0].strike talks to the same port with driver lcus; expected the same',
  ],
])('%s is refused with its place', (_name, doors, expected) => {
  expect(mistakes(...doors)).toEqual([expected]);
});

test('boards with addresses share a port, and a driver; each has its own channels', () => {
  const on = (number: number, address: number) =>
    door(number, `driver: waveshare\nport: /dev/ttyUSB0\naddress: ${address}\nstrike: { channel: 1 }`);
  expect(mistakes(on(1, 1), on(2, 2))).toEqual([]);
  expect(mistakes(on(1, 3), on(2, 3))).toHaveLength(1);
  const config = parse(on(1, 1), on(2, 2));
  expect(mergeWirings(config.doors.flatMap(({ wirings }) => wirings))).toMatchObject([
    {
      relays: [
        { door: 1, point: { address: 1 } },
        { door: 2, point: { address: 2 } },
      ],
    },
  ]);
});

test('the same channel number is another terminal as a relay and as an input', () => {
  expect(
    mistakes(
      door(1, 'driver: waveshare\nport: /dev/ttyUSB0\ncontact: { channel: 1 }\nstrike: { channel: 1 }'),
    ),
  ).toEqual([]);
});

test('the module of 64 relays is reached beyond the 32 of the others', () => {
  const large = door(1, 'driver: numato\nport: /dev/ttyACM0\nrelay_count: 64\nstrike: { channel: 63 }');
  expect(mistakes(large)).toEqual([]);
  expect(parse(large).doors[0]?.wirings[0]).toMatchObject({ relayCount: 64 });
});

describe('a door on several kinds of hardware', () => {
  const contactOnChip = door(
    1,
    'driver: lcus\nport: /dev/ttyUSB0\nlock: fail_safe\nstrike: { channel: 1 }\ncontact: { driver: gpio, chip: pinctrl-rp1, line: GPIO17 }',
  );
  const strikeOnBoard = door(
    2,
    'driver: gpio\nchip: pinctrl-rp1\ncontact: { line: GPIO22 }\nexit_button: { line: GPIO27 }\nstrike: { driver: lcus, port: /dev/ttyUSB0, channel: 2 }',
  );

  test('has a driver for each terminal that names one; the others take the door’s', () => {
    expect(parse(contactOnChip).doors[0]?.wirings).toMatchObject([
      {
        driver: 'gpio',
        chip: 'pinctrl-rp1',
        port: null,
        inputs: [{ input: 'contact', point: { line: 'GPIO17', activeLow: true, bias: 'pull_up' } }],
        relays: [],
      },
      {
        driver: 'lcus',
        chip: null,
        port: { path: '/dev/ttyUSB0' },
        inputs: [],
        relays: [{ relay: 'strike', failSafe: true, point: { channel: 1, activeLow: false } }],
      },
    ]);
  });

  test('shares chips and boards with other doors', () => {
    const config = parse(contactOnChip, strikeOnBoard);
    expect(mergeWirings(config.doors.flatMap(({ wirings }) => wirings))).toMatchObject([
      { driver: 'gpio', inputs: [{ door: 1 }, { door: 2 }, { door: 2, input: 'exit_button' }], relays: [] },
      { driver: 'lcus', inputs: [], relays: [{ door: 1 }, { door: 2 }] },
    ]);
  });

  test('needs no settings for hardware that none of its terminals is on', () => {
    expect(
      mistakes(door(1, 'driver: lcus\nstrike: { driver: gpio, line: 5 }\nhold: { driver: gpio, line: 6 }')),
    ).toEqual([]);
  });

  test('may name the board and the address of each terminal', () => {
    const on = (address: number) =>
      `{ driver: waveshare, port: /dev/ttyUSB0, address: ${address}, channel: 1 }`;
    expect(
      mergeWirings(
        parse(door(1, `driver: gpio\ncontact: ${on(2)}\nstrike: ${on(3)}`)).doors[0]?.wirings ?? [],
      ),
    ).toMatchObject([{ inputs: [{ point: { address: 2 } }], relays: [{ point: { address: 3 } }] }]);
  });
});
