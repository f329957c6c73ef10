import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.js';

/** Given the service's own pool, Prisma shares its connections, and leaves them open on `$disconnect`. */
export function createPrisma(target: string | pg.Pool): PrismaClient {
  const adapter = new PrismaPg(typeof target === 'string' ? { connectionString: target } : target);
  return new PrismaClient({ adapter });
}
