/* Packets for normative statements of MQTT 3.1.1 (OASIS, 29 October 2014), byte by byte, and the server's answers. */

export interface Statement {
  /** As the standard numbers it. */
  id: string;
  what: string;
  /** What is sent: before login, or (`afterLogin`) once CONNACK has come. */
  bytes: Buffer;
  afterLogin?: boolean;
  /** All that comes back before the connection ends; with `lives` before it answers the next PINGREQ. */
  answer: Buffer;
  lives?: boolean;
}

const NOTHING = Buffer.alloc(0);
export const connack = (code: number) => Buffer.from([0x20, 2, 0, code]);
const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');

/** A string or bytes with their length before them. */
const field = (value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value as string);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
};

export function packet(first: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length: number[] = [];
  let left = body.length;
  do {
    length.push((left % 128) | (left >= 128 ? 0x80 : 0));
    left = Math.floor(left / 128);
  } while (left > 0);
  return Buffer.concat([Buffer.from([first, ...length]), body]);
}

interface Connect {
  name?: string;
  level?: number;
  flags?: number;
  keepalive?: number;
  fields?: (string | Buffer)[];
}

/** CONNECT as the gateway sends it, unless overridden. */
export function connectOf(id: string, secret: string) {
  return ({
    name = 'MQTT',
    level = 4,
    flags = 0xc2,
    keepalive = 15,
    fields = [id, id, secret],
  }: Connect = {}) =>
    packet(
      0x10,
      field(name),
      Buffer.from([level, flags, keepalive >> 8, keepalive & 0xff]),
      ...fields.map(field),
    );
}

export const PINGREQ = hex('c0 00');
export const PINGRESP = hex('d0 00');
const PACKET_ID = hex('00 07');
const NO_ID = hex('00 00');
const QOS_1 = hex('01');

export function statements(id: string, secret: string): Statement[] {
  const connect = connectOf(id, secret);
  const own = `gateways/${id}/down/+`;
  const up = `gateways/${id}/up/weather`;
  const will = (topic: string | Buffer) => [id, topic, '{}', id, secret];
  const before = (id_: string, what: string, bytes: Buffer, answer = NOTHING): Statement => ({
    id: id_,
    what,
    bytes,
    answer,
  });
  const after = (id_: string, what: string, bytes: Buffer, answer?: Buffer): Statement => ({
    id: id_,
    what,
    bytes,
    afterLogin: true,
    answer: answer ?? NOTHING,
    lives: answer !== undefined,
  });
  const subscribe = (...parts: Buffer[]) => packet(0x82, PACKET_ID, ...parts);
  const unsubscribe = (...parts: Buffer[]) => packet(0xa2, PACKET_ID, ...parts);
  const publish = (topic: string | Buffer) => packet(0x32, field(topic), PACKET_ID, Buffer.from('x'));

  return [
    // CONNECT
    before('3.1.0-1', 'PINGREQ before CONNECT', PINGREQ),
    before('3.1.0-1', 'PUBLISH before CONNECT', publish(up)),
    after('3.1.0-2', 'a second CONNECT', connect()),
    before('3.1.2-1', 'another protocol name', connect({ name: 'MQTTX' })),
    before('3.1.2-1', 'the protocol name in lower case', connect({ name: 'mqtt' })),
    before('3.1.2-2', 'MQTT 3.1, by its own name', connect({ name: 'MQIsdp', level: 3 }), connack(1)),
    ...[0, 3, 5, 6, 131, 132, 255].map((level) =>
      before('3.1.2-2', `protocol level ${level}`, connect({ level }), connack(1)),
    ),
    before('3.1.2-3', 'the reserved connect flag', connect({ flags: 0xc3 })),
    before('3.1.2-11', 'a Will QoS without a Will', connect({ flags: 0xca })),
    before('3.1.2-13', 'a Will QoS 2 without a Will', connect({ flags: 0xd2 })),
    before('3.1.2-14', 'Will QoS 3', connect({ flags: 0xde, fields: will(`gateways/${id}/up/status`) })),
    before('3.1.2-14', 'Will QoS 3 without a Will', connect({ flags: 0xda })),
    before('3.1.2-15', 'Will retain without a Will', connect({ flags: 0xe2 })),
    before('3.1.2-22', 'a password without a user name', connect({ flags: 0x42, fields: [id, secret] })),
    before('3.1.2-18', 'a user name that is missing', connect({ fields: [id] })),
    before('3.1.2-20', 'a user name without its flag', connect({ flags: 0x02 })),
    before('3.1.2-21', 'a password that is missing', connect({ fields: [id, id] })),
    before(
      '3.1.3-1',
      'bytes behind the last field of CONNECT',
      connect({ fields: [id, id, secret, 'more'] }),
    ),
    before('3.1.3-1', 'CONNECT cut off in its client id', packet(0x10, connect().subarray(2, 20))),
    before('3.1.3-1', 'CONNECT without a body', packet(0x10)),
    before('3.1.3-4', 'a client id with NUL', connect({ fields: [`${id}\0`, id, secret] })),
    before('3.1.3-4', 'a client id that is no UTF-8', connect({ fields: [hex('ff fe'), id, secret] })),
    before(
      '3.1.3-8',
      'no client id and a session to keep',
      connect({ flags: 0xc0, fields: ['', id, secret] }),
      connack(2),
    ),
    before(
      '3.1.3-9',
      'a client id that is none of ours',
      connect({ fields: ['door', id, secret] }),
      connack(2),
    ),
    before('3.1.3-9', 'an empty client id', connect({ fields: ['', id, secret] }), connack(2)),
    before('3.1.3-10', 'a Will topic that is no UTF-8', connect({ flags: 0xce, fields: will(hex('c0 af')) })),
    before('3.1.3-10', 'a Will topic with a wildcard', connect({ flags: 0xce, fields: will('gateways/#') })),
    before(
      '3.1.3-11',
      'a user name with half a surrogate pair',
      connect({ fields: [id, hex('ed a0 80'), secret] }),
    ),
    before('3.1.4-3', 'a wrong secret', connect({ fields: [id, id, 'wrong'] }), connack(4)),
    before('3.1.4-3', 'no credential at all', connect({ flags: 0x02, fields: [id] }), connack(4)),
    before(
      '3.1.4-3',
      "a Will on another's topic",
      connect({ flags: 0xce, fields: will('elsewhere') }),
      connack(5),
    ),
    before(
      '3.1.4-5',
      'a subscription behind a CONNECT that is refused',
      Buffer.concat([connect({ fields: [id, id, 'wrong'] }), subscribe(field(own), QOS_1)]),
      connack(4),
    ),
    before('3.2.2-6', 'a keepalive that no return code speaks of', connect({ keepalive: 600 })),
    before('3.2.2-6', 'no keepalive', connect({ keepalive: 0 })),
    // The fixed header
    before('2.2.2-2', 'flags of CONNECT', packet(0x11, connect().subarray(2))),
    after('2.2.2-2', 'flags of SUBSCRIBE', packet(0x80, PACKET_ID, field(own), QOS_1)),
    after('2.2.2-2', 'flags of UNSUBSCRIBE', packet(0xa0, PACKET_ID, field(own))),
    after('2.2.2-2', 'flags of PUBACK', packet(0x42, PACKET_ID)),
    after('2.2.2-2', 'flags of PUBREL', packet(0x60, PACKET_ID)),
    after('2.2.2-2', 'flags of PINGREQ', packet(0xc1)),
    after('2.2.2-2', 'flags of DISCONNECT', packet(0xe1)),
    ...[0x00, 0xf0].map((first) => after('2.2.1', `packet type ${first >> 4}`, packet(first))),
    ...[0x20, 0x90, 0xb0, 0xd0].map((first) =>
      after('2.2.1', `packet type ${first >> 4}, which only a server sends`, packet(first, PACKET_ID)),
    ),
    after('2.2.3', 'a length of five bytes', hex('30 80 80 80 80 01')),
    after('2.3.1-1', 'SUBSCRIBE with packet id 0', packet(0x82, NO_ID, field(own), QOS_1)),
    after('2.3.1-1', 'UNSUBSCRIBE with packet id 0', packet(0xa2, NO_ID, field(own))),
    after('2.3.1-1', 'PUBLISH of QoS 1 with packet id 0', packet(0x32, field(up), NO_ID)),
    after('2.3.1-1', 'PUBLISH of QoS 2 with packet id 0', packet(0x34, field(up), NO_ID)),
    after('2.3.1-1', 'PUBACK with packet id 0', packet(0x40, NO_ID)),
    after('2.3.1-1', 'PUBREL with packet id 0', packet(0x62, NO_ID)),
    // PUBLISH
    after('1.5.3-2', 'a topic with NUL', publish(`${up}\0`)),
    after(
      '1.5.3-1',
      'a topic with half a surrogate pair',
      publish(Buffer.concat([Buffer.from(up), hex('ed b0 80')])),
    ),
    after('1.5.3-1', 'a topic that is no UTF-8', publish(Buffer.concat([Buffer.from(up), hex('c0 80')]))),
    after('3.3.1-2', 'DUP with QoS 0', packet(0x38, field(up), Buffer.from('x'))),
    after('3.3.1-4', 'QoS 3', packet(0x36, field(up), PACKET_ID)),
    after('3.3.2-2', 'a topic with +', publish(`gateways/${id}/up/+`)),
    after('3.3.2-2', 'a topic with #', publish(`gateways/${id}/up/#`)),
    after('4.7.3-1', 'an empty topic', publish('')),
    after('3.3.2-1', 'a topic longer than the packet', packet(0x30, hex('00 ff'), Buffer.from(up))),
    after('2.3.1-1', 'QoS 1 without room for a packet id', packet(0x32, field(up))),
    after('3.3.4-1', 'QoS 1 is acknowledged', publish(up), packet(0x40, PACKET_ID)),
    after('3.3.4-1', 'QoS 2 is received', packet(0x34, field(up), PACKET_ID), packet(0x50, PACKET_ID)),
    after('4.7.3-1', 'a publish where nothing is allowed', publish('elsewhere')),
    // Acknowledgements
    after('3.4', 'PUBACK of three bytes', packet(0x40, hex('00 07 00'))),
    after('3.6', 'PUBREL of one byte', packet(0x62, hex('07'))),
    after('3.6', 'PUBREL is completed', packet(0x62, PACKET_ID), packet(0x70, PACKET_ID)),
    // SUBSCRIBE and UNSUBSCRIBE
    after('3.8.3-1', 'a filter that is no UTF-8', subscribe(field(hex('80')), QOS_1)),
    after('1.5.3-2', 'a filter with NUL', subscribe(field(`${own}\0`), QOS_1)),
    after('3.8.3-3', 'SUBSCRIBE without filters', subscribe()),
    after('3.8.3-4', 'a requested QoS of 3', subscribe(field(own), hex('03'))),
    after('3.8.3-4', 'reserved bits of a requested QoS', subscribe(field(own), hex('81'))),
    after('3.8.3-4', 'a filter without its QoS', subscribe(field(own))),
    after('4.7.3-1', 'an empty filter', subscribe(field(''), QOS_1)),
    ...['a#', '#/a', 'a/#/b', 'a/b#'].map((filter) =>
      after('4.7.1-2', `the filter ${filter}`, subscribe(field(filter), QOS_1)),
    ),
    ...['a+', '+a', 'a/+b', 'a/b+/c'].map((filter) =>
      after('4.7.1-3', `the filter ${filter}`, subscribe(field(filter), QOS_1)),
    ),
    after(
      '3.8.4-1',
      'SUBSCRIBE is acknowledged',
      subscribe(field(own), QOS_1),
      packet(0x90, PACKET_ID, QOS_1),
    ),
    after(
      '3.8.4-5',
      'a code for each filter',
      subscribe(field(own), QOS_1, field('#'), QOS_1),
      packet(0x90, PACKET_ID, hex('01 80')),
    ),
    after('3.10.3-1', 'UNSUBSCRIBE of what is no UTF-8', unsubscribe(field(hex('80')))),
    after('3.10.3-2', 'UNSUBSCRIBE without filters', unsubscribe()),
    after('4.7.3-1', 'UNSUBSCRIBE of an empty filter', unsubscribe(field(''))),
    after(
      '3.10.4-5',
      'UNSUBSCRIBE of what was never subscribed to',
      unsubscribe(field(own)),
      packet(0xb0, PACKET_ID),
    ),
    // PINGREQ and DISCONNECT
    after('3.12.4-1', 'PINGREQ is answered', PINGREQ, PINGRESP),
    after('3.12', 'PINGREQ with a body', packet(0xc0, hex('00'))),
    after('3.14', 'DISCONNECT with a body', packet(0xe0, hex('00'))),
    after('3.14.4-1', 'DISCONNECT', packet(0xe0)),
  ];
}
