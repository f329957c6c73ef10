export interface Connection {
  destroy(): void;
}

export interface AdmissionLimits {
  /** The maximum of connections in total. */
  max: number;
  /** The maximum of unauthenticated connections of one address. */
  maxPerAddress: number;
}

interface Group {
  address: string;
  held: number;
  /** The longest idle first. */
  idle: Set<Connection>;
}

/**
 * Limits connections in total and by address. At a limit, an idle connection gives way to a new one: of the same address,
 * or of the address with the most. So a client that only holds connections keeps no one out.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #groups = new Map<string, Group>();
  /** Null: it is authenticated, and does not count for its address. */
  readonly #groupOf = new Map<Connection, Group | null>();

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** False: there is no room, and the connection is destroyed. One that is admitted is idle. */
  admit(connection: Connection, address: string): boolean {
    const group = this.#groups.get(address) ?? { address, held: 0, idle: new Set() };
    if (!this.#makeRoom(group)) {
      connection.destroy();
      return false;
    }
    // The connection that gave way may have been the last of its address.
    this.#groups.set(address, group);
    group.held++;
    group.idle.add(connection);
    this.#groupOf.set(connection, group);
    return true;
  }

  /** It is active, and is not closed for a new one. */
  busy(connection: Connection): void {
    this.#groupOf.get(connection)?.idle.delete(connection);
  }

  idle(connection: Connection): void {
    this.#groupOf.get(connection)?.idle.add(connection);
  }

  /** It is authenticated: any number of these may share an address. */
  proven(connection: Connection): void {
    const group = this.#groupOf.get(connection);
    if (!group) return;
    this.#leave(group, connection);
    this.#groupOf.set(connection, null);
  }

  release(connection: Connection): void {
    const group = this.#groupOf.get(connection);
    if (group) this.#leave(group, connection);
    this.#groupOf.delete(connection);
  }

  /** Replaces the object of a connection; false if the connection is gone. */
  replace(connection: Connection, by: Connection): boolean {
    const group = this.#groupOf.get(connection);
    if (group === undefined) return false;
    this.#groupOf.delete(connection);
    this.#groupOf.set(by, group);
    if (group?.idle.delete(connection)) group.idle.add(by);
    return true;
  }

  #makeRoom(group: Group): boolean {
    if (group.held >= this.#limits.maxPerAddress) return this.#giveWay(group);
    return this.#groupOf.size < this.#limits.max || this.#giveWay(this.#fullest());
  }

  #giveWay(group: Group | undefined): boolean {
    const [longest] = group?.idle ?? [];
    if (!longest) return false;
    this.release(longest);
    longest.destroy();
    return true;
  }

  #fullest(): Group | undefined {
    let fullest: Group | undefined;
    for (const group of this.#groups.values())
      if (group.idle.size > 0 && group.held > (fullest?.held ?? 0)) fullest = group;
    return fullest;
  }

  #leave(group: Group, connection: Connection): void {
    group.idle.delete(connection);
    group.held--;
    if (group.held === 0) this.#groups.delete(group.address);
  }
}
