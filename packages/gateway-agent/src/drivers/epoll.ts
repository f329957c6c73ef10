import { createRequire } from 'node:module';
import type { Koffi } from './libc.types.js';

/*
 * What onoff needs of the npm package epoll, which ships as source and wants a compiler for each kind of machine. The
 * Debian packages bundle this in its place: an epoll descriptor is itself readable when something waits in it.
 */

type Callback = (error: Error | null, fd: number, events: number) => void;

const EPOLL_CLOEXEC = 0o2000000;
const CTL_ADD = 1;
const CTL_DEL = 2;
/** `struct epoll_event` is packed on x86-64 alone. */
const [SIZE, DATA] = process.arch === 'x64' ? [12, 4] : [16, 8];

let bound: ReturnType<typeof bind> | null = null;

export class Epoll {
  static readonly EPOLLPRI = 2;
  readonly #callback: Callback;
  #epoll = -1;
  #handle: { stop(): void; close(): void } | null = null;

  constructor(callback: Callback) {
    this.#callback = callback;
  }

  add(fd: number, events: number): this {
    bound ??= bind();
    if (this.#epoll < 0) this.#open(bound);
    const event = Buffer.alloc(SIZE);
    event.writeUInt32LE(events, 0);
    event.writeInt32LE(fd, DATA);
    if (bound.control(this.#epoll, CTL_ADD, fd, event) < 0) throw new Error('epoll does not take the line');
    return this;
  }

  remove(fd: number): this {
    if (this.#epoll >= 0) bound?.control(this.#epoll, CTL_DEL, fd, Buffer.alloc(SIZE));
    this.close();
    return this;
  }

  close(): void {
    this.#handle?.stop();
    this.#handle?.close();
    if (this.#epoll >= 0) bound?.close(this.#epoll);
    this.#handle = null;
    this.#epoll = -1;
  }

  #open(libc: ReturnType<typeof bind>): void {
    this.#epoll = libc.create(EPOLL_CLOEXEC);
    if (this.#epoll < 0) throw new Error('the kernel gives no epoll descriptor');
    const event = Buffer.alloc(SIZE);
    this.#handle = libc.poll(this.#epoll, () => {
      if (libc.wait(this.#epoll, event, 1, 0) > 0)
        this.#callback(null, event.readInt32LE(DATA), event.readUInt32LE(0));
    });
  }
}

/** At first use, so that a gateway without such lines does not load it. onoff cannot wait for a promise. */
function bind() {
  const koffi = createRequire(import.meta.url)('koffi') as Koffi;
  const libc = koffi.load('libc.so.6');
  return {
    create: libc.func('int epoll_create1(int flags)'),
    control: libc.func('int epoll_ctl(int epfd, int op, int fd, _In_ uint8_t *event)'),
    wait: libc.func('int epoll_wait(int epfd, _Out_ uint8_t *events, int most, int timeout)'),
    close: libc.func('int close(int fd)'),
    poll: (fd: number, onReadable: () => void) => koffi.node.poll(fd, { readable: true }, onReadable),
  };
}
