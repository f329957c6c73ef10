import type { Koffi } from './libc.types.js';

/* The two calls into the C library that Node does not offer: ioctl, and datagrams to a Unix socket. */

export interface Libc {
  /** Returns what the call returns; throws with `errno` where it fails. */
  ioctl(fd: number, request: number, buffer: Uint8Array): number;
  /** Calls back while the descriptor is readable; returns how to stop. */
  poll(fd: number, onReadable: () => void): () => void;
  /** Sends one datagram; true where the kernel took it whole. */
  sendDatagram(path: string, text: string): boolean;
}

export class IoctlError extends Error {
  override readonly name = 'IoctlError';
  readonly errno: number;

  constructor(errno: number, code: string) {
    super(`the kernel refused: ${code}`);
    this.errno = errno;
  }
}

const AF_UNIX = 1;
const SOCK_DGRAM = 2;
const SOCK_CLOEXEC = 0o2000000;
const MSG_DONTWAIT = 0x40;
const MSG_NOSIGNAL = 0x4000;
/** Room for a path in `sockaddr_un`. */
const LONGEST_SOCKET_PATH = 108;

let loaded: Promise<Libc> | null = null;

/** Loaded at first use: a gateway without GPIO and without a supervisor does not need it. */
export function loadLibc(): Promise<Libc> {
  loaded ??= import('koffi').then(({ default: koffi }) => bind(koffi as unknown as Koffi));
  return loaded;
}

function bind(koffi: Koffi): Libc {
  const libc = koffi.load('libc.so.6');
  const ioctl = libc.func('int ioctl(int fd, unsigned long request, _Inout_ uint8_t *buffer)');
  const socket = libc.func('int socket(int domain, int type, int protocol)');
  const close = libc.func('int close(int fd)');
  const sendto = libc.func(
    'long sendto(int fd, _In_ uint8_t *data, size_t length, int flags, _In_ uint8_t *address, uint32_t size)',
  );
  return {
    ioctl(fd, request, buffer) {
      const result = ioctl(fd, request, buffer);
      if (result >= 0) return result;
      const errno = koffi.errno();
      const code = Object.entries(koffi.os.errno).find(([, value]) => value === errno)?.[0];
      throw new IoctlError(errno, code ?? `errno ${errno}`);
    },
    poll(fd, onReadable) {
      const handle = koffi.node.poll(fd, { readable: true }, onReadable);
      return () => {
        handle.stop();
        handle.close();
      };
    },
    sendDatagram(path, text) {
      const fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
      if (fd < 0) return false;
      try {
        const address = socketAddress(path);
        const data = Buffer.from(text);
        const sent = sendto(fd, data, data.length, MSG_DONTWAIT | MSG_NOSIGNAL, address, address.length);
        return Number(sent) === data.length;
      } finally {
        close(fd);
      }
    },
  };
}

/** `sockaddr_un`; a leading `@` means the abstract namespace. */
function socketAddress(path: string): Uint8Array {
  const name = Buffer.from(path.startsWith('@') ? `\0${path.slice(1)}` : path);
  if (name.length >= LONGEST_SOCKET_PATH) throw new Error('the path of the supervisor’s socket is too long');
  const address = Buffer.alloc(2 + name.length + (path.startsWith('@') ? 0 : 1));
  address.writeUInt16LE(AF_UNIX, 0);
  name.copy(address, 2);
  return address;
}
