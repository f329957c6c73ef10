export interface Connection {
  destroy(): void;
}

export interface AdmissionLimits {
  /** Connections in all. */
  max: number;
  /** Those of one address that have not proved anything. */
  maxPerAddress: number;
}

interface Group {
  address: string;
  held: number;
  /** The longest idle first. */
  idle: Set<Connection>;
}

/**
 * How many connections there may be, in all and of one address. Where there are too many, an idle one gives way to a new
 * one: of the same address, or of the address that holds most. So who only holds connections keeps no one out.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #groups = new Map<string, Group>();
  /** Null: it has proved itself, and counts for no address. */
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
    // Whoever made room may have been the last of its address.
    this.#groups.set(address, group);
    group.held++;
    group.idle.add(connection);
    this.#groupOf.set(connection, group);
    return true;
  }

  /** It does something, and does not give way. */
  busy(connection: Connection): void {
    this.#groupOf.get(connection)?.idle.delete(connection);
  }

  idle(connection: Connection): void {
    this.#groupOf.get(connection)?.idle.add(connection);
  }

  /** It has proved who it is: many such may share an address. */
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

  /** Another object stands for the same connection; false where it has gone. */
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
