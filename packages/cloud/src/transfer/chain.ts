import { toTimestamp } from '@door-access/protocol';
import type { PoolClient } from 'pg';
import { checkpointMac, entryMac, GENESIS, headMac, linkHash } from '../audit/entry.rules.js';
import { AUDIT_KEY } from '../audit/record.js';
import { enrol } from '../audit/roll.js';
import { type AuditRow, entryOf } from '../audit/rows.js';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import type { Keys } from '../secrets/secret-box.js';
import type { Row } from './ids.rules.js';

const HEAD = sql.statement(
  'transfer-audit-head',
  'insert into audit_head (account_id, sequence, hash, mac) values ($1, $2, $3, $4)',
);

/**
 * The audit log in the name of this installation: MACs are by its key, and the chain is linked anew over them, from the
 * place on up to which it was forgotten. What was verified at the export is said by the entry of the import.
 */
export class ImportedChain {
  readonly #client: PoolClient;
  readonly #keys: Keys;
  readonly #accountId: number;
  #sequence = 0;
  #hash = GENESIS;

  constructor(client: PoolClient, { secrets }: Pick<Context, 'secrets'>, accountId: number) {
    this.#client = client;
    this.#keys = secrets.keysFor(AUDIT_KEY);
    this.#accountId = accountId;
  }

  /** Rows come in the order of the chain. */
  sign(table: string, row: Row): Row {
    if (table === 'audit_checkpoint') {
      this.#sequence = Number(row.sequence);
      this.#hash = Buffer.from(String(row.hash).slice(2), 'hex');
      const mac = checkpointMac(this.#keys[0], this.#accountId, this.#sequence, this.#hash);
      return { ...row, mac: sql.jsonBytes(mac) };
    }
    if (table !== 'audit') return row;
    const entry = entryOf({ ...row, at: new Date(String(row.at)) } as unknown as AuditRow);
    const mac = entryMac(this.#keys[0], entry);
    // What an erasure left is the entry from here on.
    const signed = {
      ...row,
      at: toTimestamp(Date.parse(entry.at)),
      mac: sql.jsonBytes(mac),
      erasure_mac: null,
    };
    if (row.sequence === null) return signed;
    const previous_hash = this.#hash;
    this.#sequence = Number(row.sequence);
    this.#hash = linkHash({ sequence: this.#sequence, previous_hash, mac, entry });
    return { ...signed, previous_hash: sql.jsonBytes(previous_hash), hash: sql.jsonBytes(this.#hash) };
  }

  async end(): Promise<void> {
    if (this.#sequence === 0) return;
    const mac = headMac(this.#keys[0], this.#accountId, this.#sequence, this.#hash);
    await HEAD.count(this.#client, [this.#accountId, this.#sequence, this.#hash, mac]);
    await enrol(this.#client, this.#keys, [this.#accountId]);
  }
}
