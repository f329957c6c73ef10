import type { Random } from './random.js';
import type { Scheduler } from './scheduler.js';

export type Direction = 'up' | 'down';

/** One gateway's way to the service: slow, silent or cut. What is sent over one connection arrives in order. */
export class Path {
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  /** Nothing arrives before, in a direction, and no one learns of it. */
  readonly #silentUntil = { up: 0, down: 0 };
  /** Connections are refused and broken until then. */
  #cutUntil = 0;
  readonly #cables = new Set<Cable>();

  constructor(scheduler: Scheduler, random: Random) {
    this.#scheduler = scheduler;
    this.#random = random;
  }

  get isCut(): boolean {
    return this.#scheduler.now < this.#cutUntil;
  }

  silentUntil(direction: Direction): number {
    return this.#silentUntil[direction];
  }

  /** Milliseconds that a packet takes. */
  latency(): number {
    return this.#random.chance(0.02) ? this.#random.int(100, 1500) : this.#random.int(2, 40);
  }

  /** Goes silent: packets are held back, and connections break as soon as their keepalive is missed. */
  silence(directions: readonly Direction[], milliseconds: number): void {
    const until = this.#scheduler.now + milliseconds;
    for (const direction of directions)
      this.#silentUntil[direction] = Math.max(this.#silentUntil[direction], until);
    for (const cable of this.#cables) cable.watchKeepalive();
  }

  heal(): void {
    this.#cutUntil = 0;
    this.#silentUntil.up = this.#silentUntil.down = 0;
  }

  /** Breaks what is connected, in a way that both ends see. */
  cut(milliseconds: number): void {
    this.#cutUntil = Math.max(this.#cutUntil, this.#scheduler.now + milliseconds);
    for (const cable of this.#cables) cable.breakOff();
  }

  plug(cable: Cable): void {
    this.#cables.add(cable);
  }

  unplug(cable: Cable): void {
    this.#cables.delete(cable);
  }

  keepaliveMissed(end: 'gateway' | 'service'): number {
    // The gateway pings every 15 s and gives up half a keepalive after an answer was due; the broker waits for 22.5 s.
    return end === 'service' ? 22_500 : this.#random.int(8_000, 22_500);
  }
}

interface End {
  open: boolean;
  /** Called once when this end learns that the connection has ended; `goodbye` where the other end said so. */
  onClose: (goodbye: boolean) => void;
}

/** One connection between a gateway and the service. */
export class Cable {
  readonly gateway: End = { open: true, onClose: () => undefined };
  readonly service: End = { open: true, onClose: () => undefined };
  readonly #scheduler: Scheduler;
  readonly #path: Path;
  readonly #arrived = { up: 0, down: 0 };

  constructor(scheduler: Scheduler, path: Path) {
    this.#scheduler = scheduler;
    this.#path = path;
    path.plug(this);
  }

  /** Carries something to the other end, where it is taken if that end is still open. */
  send(direction: Direction, take: () => void): void {
    const from = direction === 'up' ? this.gateway : this.service;
    if (from.open) this.#carry(direction, take);
  }

  /** This end closes; the other learns of it, unless nothing gets through. */
  close(end: 'gateway' | 'service', { goodbye = false, heard = true } = {}): void {
    if (!this[end].open) return;
    this[end].open = false;
    if (this.gateway.open || this.service.open) {
      if (heard)
        this.#carry(end === 'gateway' ? 'up' : 'down', () =>
          this.#learn(end === 'gateway' ? 'service' : 'gateway', goodbye),
        );
      else this.#loseLater(end === 'gateway' ? 'service' : 'gateway');
    } else this.#path.unplug(this);
  }

  breakOff(): void {
    this.#learn('gateway', false);
    this.#learn('service', false);
  }

  watchKeepalive(): void {
    for (const end of ['gateway', 'service'] as const) {
      const silentSince = this.#scheduler.now;
      this.#scheduler.after(this.#path.keepaliveMissed(end), () => {
        const until = Math.max(
          this.#path.silentUntil('up'),
          end === 'gateway' ? this.#path.silentUntil('down') : 0,
        );
        if (this[end].open && until >= this.#scheduler.now && silentSince < this.#scheduler.now)
          this.#learn(end, false);
      });
    }
  }

  /** The other end is gone without notice. */
  #loseLater(end: 'gateway' | 'service'): void {
    this.#scheduler.after(this.#path.keepaliveMissed(end), () => this.#learn(end, false));
  }

  #learn(end: 'gateway' | 'service', goodbye: boolean): void {
    if (!this[end].open) return;
    this[end].open = false;
    if (!this.gateway.open && !this.service.open) this.#path.unplug(this);
    else
      this.#carry(end === 'gateway' ? 'up' : 'down', () =>
        this.#learn(end === 'gateway' ? 'service' : 'gateway', false),
      );
    this[end].onClose(goodbye);
  }

  #carry(direction: Direction, take: () => void): void {
    const soonest = Math.max(this.#scheduler.now, this.#path.silentUntil(direction)) + this.#path.latency();
    const at = Math.max(soonest, this.#arrived[direction]);
    this.#arrived[direction] = at;
    const attempt = () => {
      // Silence that began while this was on its way holds it back too.
      const silent = this.#path.silentUntil(direction);
      if (silent > this.#scheduler.now) {
        const again = Math.max(silent + 1, this.#arrived[direction]);
        this.#arrived[direction] = again;
        this.#scheduler.at(again, attempt);
        return;
      }
      if ((direction === 'up' ? this.service : this.gateway).open) take();
    };
    this.#scheduler.at(at, attempt);
  }
}
