import { Socket } from 'node:net';
import type { OpenSocket } from '../link/wire.js';

/** The network cable of one simulated gateway: when it is unplugged, its sockets break and new ones fail at once. */
export class Cable {
  readonly #open: OpenSocket;
  readonly #sockets = new Set<Socket>();
  #plugged = true;

  constructor(open: OpenSocket) {
    this.#open = open;
  }

  get plugged(): boolean {
    return this.#plugged;
  }

  readonly openSocket: OpenSocket = () => {
    if (!this.#plugged) {
      const dead = new Socket();
      process.nextTick(() => dead.destroy(new Error('the network is unplugged')));
      return dead;
    }
    const socket = this.#open();
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  };

  pull(): void {
    this.#plugged = false;
    for (const socket of this.#sockets) socket.destroy(new Error('the network is unplugged'));
  }

  plug(): void {
    this.#plugged = true;
  }
}
