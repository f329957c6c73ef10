import type { Context } from './context.js';

/** Where people reach the service: as it is known outside, else as it listens. */
export function publicOrigin({ config, origin }: Pick<Context, 'config' | 'origin'>): string {
  return (config.PUBLIC_URL ?? origin ?? `http://${config.HOST}:${config.PORT}`).replace(/\/+$/, '');
}
