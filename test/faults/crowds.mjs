// Strangers who only take room: connections that say nothing, and requests that come a byte at a time.
import { connect } from 'node:net';

const STRANGER = '127.0.0.9';
const BYTE_EVERY_MS = 500;

/** Opens so many from one address; returns how they are ended, and how many the service has ended itself. */
function crowd(count, port, onConnect) {
  let ended = 0;
  const timers = [];
  const sockets = Array.from({ length: count }, () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: STRANGER });
    socket.on('error', () => undefined);
    socket.on('close', () => ended++);
    socket.resume();
    socket.once('connect', () => onConnect?.(socket, timers));
    return socket;
  });
  return {
    get left() {
      return count - ended;
    },
    end() {
      for (const timer of timers) clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

export const silentCrowd = (count, port) => crowd(count, port);

export const slowCrowd = (count, port) =>
  crowd(count, port, (socket, timers) => {
    const text = `GET /v1/locks HTTP/1.1\r\nHost: doors.example\r\nX-Slow: ${'a'.repeat(4_000)}`;
    let at = 0;
    timers.push(setInterval(() => socket.writable && socket.write(text[at++] ?? 'a'), BYTE_EVERY_MS));
  });
