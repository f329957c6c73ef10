import { isUtf8 } from 'node:buffer';

/* The requirements of MQTT 3.1.1 on a client's packets; the statement numbers of the standard are in brackets. */

export interface PacketFault {
  reason: string;
  /** The return code of the CONNACK before the connection ends; without one, the connection just ends. */
  returnCode?: number;
}

const CONNECT = 1;
const PUBLISH = 3;
const PUBACK = 4;
const PUBREC = 5;
const PUBREL = 6;
const PUBCOMP = 7;
const SUBSCRIBE = 8;
const UNSUBSCRIBE = 10;
const PINGREQ = 12;
const DISCONNECT = 14;

const LEVEL = 4;
const PLUS = 0x2b;
const SLASH = 0x2f;
const HASH = 0x23;

// Constants, so that a flood of bad packets allocates nothing here.
const NOT_A_CLIENTS: PacketFault = { reason: 'a packet type that clients do not send' };
const FLAGS: PacketFault = { reason: 'reserved flags of the fixed header [MQTT-2.2.2-2]' };
const QOS: PacketFault = { reason: 'QoS 3 [MQTT-3.3.1-4]' };
const DUP: PacketFault = { reason: 'DUP with QoS 0 [MQTT-3.3.1-2]' };
const LENGTH: PacketFault = { reason: 'an invalid length for the packet type' };
const TEXT: PacketFault = { reason: 'text that is not UTF-8 or holds NUL [MQTT-1.5.3-1, 1.5.3-2]' };
const ID: PacketFault = { reason: 'packet id 0 [MQTT-2.3.1-1]' };
const TOPIC: PacketFault = { reason: 'an empty topic or one with wildcards [MQTT-3.3.2-2, 4.7.3-1]' };
const FILTER: PacketFault = { reason: 'a malformed topic filter [MQTT-4.7.1-2, 4.7.1-3, 4.7.3-1]' };
const NO_FILTERS: PacketFault = { reason: 'no topic filters [MQTT-3.8.3-3, 3.10.3-2]' };
const FILTER_QOS: PacketFault = { reason: 'reserved bits of a requested QoS [MQTT-3.8.3-4]' };
const PROTOCOL: PacketFault = { reason: 'a protocol other than MQTT [MQTT-3.1.2-1]' };
const OTHER_LEVEL: PacketFault = {
  reason: 'a protocol level other than MQTT 3.1.1 [MQTT-3.1.2-2]',
  returnCode: 1,
};
const CONNECT_FLAGS: PacketFault = { reason: 'reserved flag of CONNECT [MQTT-3.1.2-3]' };
const WILL_FLAGS: PacketFault = {
  reason: 'Will flags without a Will, or Will QoS 3 [MQTT-3.1.2-13, -14, -15]',
};
const PASSWORD_FLAG: PacketFault = { reason: 'a password without a user name [MQTT-3.1.2-22]' };

export const isConnect = (first: number): boolean => first >> 4 === CONNECT;

/** The fault of a fixed header, by its first byte and the announced length. */
export function headerFault(first: number, length: number): PacketFault | null {
  const flags = first & 0x0f;
  switch (first >> 4) {
    case PUBLISH:
      if ((flags & 0x06) === 0x06) return QOS;
      if ((flags & 0x0e) === 0x08) return DUP;
      return length < 3 ? LENGTH : null;
    case CONNECT:
      if (flags !== 0) return FLAGS;
      return length === 0 ? LENGTH : null;
    case SUBSCRIBE:
    case UNSUBSCRIBE:
      if (flags !== 2) return FLAGS;
      return length < 2 ? LENGTH : null;
    case PUBACK:
    case PUBREC:
    case PUBCOMP:
      if (flags !== 0) return FLAGS;
      return length === 2 ? null : LENGTH;
    case PUBREL:
      if (flags !== 2) return FLAGS;
      return length === 2 ? null : LENGTH;
    case PINGREQ:
    case DISCONNECT:
      if (flags !== 0) return FLAGS;
      return length === 0 ? null : LENGTH;
    default:
      return NOT_A_CLIENTS;
  }
}

export const isPublish = (first: number): boolean => first >> 4 === PUBLISH;

/** The number of bytes of a PUBLISH before its payload, which is not inspected. */
export function publishHead(first: number, length: number, topicLength: number): number {
  return Math.min(length, 2 + topicLength + ((first & 0x06) === 0 ? 0 : 2));
}

/** The fault of a body from `at` to `end` (of a PUBLISH, only the part before the payload); its fixed header is valid. */
export function bodyFault(first: number, bytes: Uint8Array, at: number, end: number): PacketFault | null {
  switch (first >> 4) {
    case PUBLISH:
      return publishFault((first & 0x06) !== 0, bytes, at, end);
    case CONNECT:
      return connectFault(bytes, at, end);
    case SUBSCRIBE:
      return idFault(bytes, at) ?? filtersFault(true, bytes, at + 2, end);
    case UNSUBSCRIBE:
      return idFault(bytes, at) ?? filtersFault(false, bytes, at + 2, end);
    case PINGREQ:
    case DISCONNECT:
      return null;
    default:
      return idFault(bytes, at);
  }
}

const byteAt = (bytes: Uint8Array, at: number): number => bytes[at] as number;

function idFault(bytes: Uint8Array, at: number): PacketFault | null {
  return byteAt(bytes, at) === 0 && byteAt(bytes, at + 1) === 0 ? ID : null;
}

function publishFault(hasId: boolean, bytes: Uint8Array, at: number, end: number): PacketFault | null {
  const topicEnd = fieldEnd(bytes, at, end);
  if (topicEnd === null || topicEnd + (hasId ? 2 : 0) > end) return LENGTH;
  return topicFault(bytes, at + 2, topicEnd) ?? (hasId ? idFault(bytes, topicEnd) : null);
}

function topicFault(bytes: Uint8Array, from: number, end: number): PacketFault | null {
  if (from === end) return TOPIC;
  let isAscii = true;
  for (let at = from; at < end; at++) {
    const byte = byteAt(bytes, at);
    if (byte === 0) return TEXT;
    if (byte === PLUS || byte === HASH) return TOPIC;
    if (byte >= 0x80) isAscii = false;
  }
  return isAscii || isUtf8(bytes.subarray(from, end)) ? null : TEXT;
}

function filtersFault(hasQos: boolean, bytes: Uint8Array, from: number, end: number): PacketFault | null {
  if (from === end) return NO_FILTERS;
  for (let at = from; at < end; ) {
    const filterEnd = fieldEnd(bytes, at, end);
    if (filterEnd === null || (hasQos && filterEnd === end)) return LENGTH;
    const fault = filterFault(bytes, at + 2, filterEnd);
    if (fault) return fault;
    if (hasQos && byteAt(bytes, filterEnd) > 2) return FILTER_QOS;
    at = filterEnd + (hasQos ? 1 : 0);
  }
  return null;
}

/** A wildcard fills its level; `#` ends the filter. */
function filterFault(bytes: Uint8Array, from: number, end: number): PacketFault | null {
  if (!isText(bytes, from, end)) return TEXT;
  if (from === end) return FILTER;
  for (let at = from; at < end; at++) {
    const byte = byteAt(bytes, at);
    if (byte !== PLUS && byte !== HASH) continue;
    const beginsLevel = at === from || byteAt(bytes, at - 1) === SLASH;
    const endsLevel = at + 1 === end || (byte === PLUS && byteAt(bytes, at + 1) === SLASH);
    if (!beginsLevel || !endsLevel) return FILTER;
  }
  return null;
}

function connectFault(bytes: Uint8Array, from: number, end: number): PacketFault | null {
  const nameEnd = fieldEnd(bytes, from, end);
  if (nameEnd === null || nameEnd === end) return LENGTH;
  // MQTT 3.1 has another protocol name; it gets the same return code as other levels.
  if (isNamed('MQIsdp', bytes, from + 2, nameEnd)) return OTHER_LEVEL;
  if (!isNamed('MQTT', bytes, from + 2, nameEnd)) return PROTOCOL;
  if (byteAt(bytes, nameEnd) !== LEVEL) return OTHER_LEVEL;
  if (nameEnd + 4 > end) return LENGTH;
  const flags = byteAt(bytes, nameEnd + 1);
  const fault = connectFlagsFault(flags);
  if (fault) return fault;
  let at = nameEnd + 4;
  // Client id, Will topic, Will message, user name, password: exactly the fields that the flags announce, in this order.
  const field = (kind: 'text' | 'topic' | 'bytes'): PacketFault | null => {
    const fieldsEnd = fieldEnd(bytes, at, end);
    if (fieldsEnd === null) return LENGTH;
    const start = at + 2;
    at = fieldsEnd;
    if (kind === 'topic') return topicFault(bytes, start, fieldsEnd);
    return kind === 'bytes' || isText(bytes, start, fieldsEnd) ? null : TEXT;
  };
  return (
    field('text') ??
    ((flags & 0x04) === 0 ? null : (field('topic') ?? field('bytes'))) ??
    ((flags & 0x80) === 0 ? null : field('text')) ??
    ((flags & 0x40) === 0 ? null : field('bytes')) ??
    (at === end ? null : LENGTH)
  );
}

function connectFlagsFault(flags: number): PacketFault | null {
  if ((flags & 0x01) !== 0) return CONNECT_FLAGS;
  const willQos = (flags >> 3) & 0x03;
  const hasWill = (flags & 0x04) !== 0;
  if (willQos === 3 || (!hasWill && (flags & 0x38) !== 0)) return WILL_FLAGS;
  return (flags & 0xc0) === 0x40 ? PASSWORD_FLAG : null;
}

/** The end of a field that begins with its length in two bytes; null if it does not fit. */
function fieldEnd(bytes: Uint8Array, at: number, end: number): number | null {
  if (at + 2 > end) return null;
  const fieldsEnd = at + 2 + byteAt(bytes, at) * 256 + byteAt(bytes, at + 1);
  return fieldsEnd > end ? null : fieldsEnd;
}

function isText(bytes: Uint8Array, from: number, end: number): boolean {
  let isAscii = true;
  for (let at = from; at < end; at++) {
    const byte = byteAt(bytes, at);
    if (byte === 0) return false;
    if (byte >= 0x80) isAscii = false;
  }
  return isAscii || isUtf8(bytes.subarray(from, end));
}

function isNamed(name: string, bytes: Uint8Array, from: number, end: number): boolean {
  if (end - from !== name.length) return false;
  for (let index = 0; index < name.length; index++)
    if (byteAt(bytes, from + index) !== name.charCodeAt(index)) return false;
  return true;
}
