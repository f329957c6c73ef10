import type { Config } from '../config.js';

/** Reserved for the database, webhooks, files, and child processes. */
const RESERVE = 500;

type Caps = Pick<Config, 'HTTP_CONNECTIONS' | 'MQTT_CONNECTIONS' | 'ROLES'>;

/** The configured connection limits, or lower ones in the same proportion if the process cannot open as many, with a warning. */
export function withinDescriptors<C extends Caps>(config: C, limit: number): { config: C; warning?: string } {
  const http = config.ROLES.includes('api') ? config.HTTP_CONNECTIONS : 0;
  const mqtt = config.ROLES.includes('edge') ? config.MQTT_CONNECTIONS : 0;
  const needed = http + mqtt + RESERVE;
  if (needed <= limit) return { config };
  const share = Math.max(limit - RESERVE, limit / 2) / (http + mqtt);
  const HTTP_CONNECTIONS = Math.max(1, Math.floor(http * share));
  const MQTT_CONNECTIONS = Math.max(1, Math.floor(mqtt * share));
  const allowed = [
    ...(http > 0 ? [`HTTP_CONNECTIONS=${HTTP_CONNECTIONS}`] : []),
    ...(mqtt > 0 ? [`MQTT_CONNECTIONS=${MQTT_CONNECTIONS}`] : []),
  ];
  return {
    config: { ...config, HTTP_CONNECTIONS, MQTT_CONNECTIONS },
    warning: `this process may open ${limit} files at once and needs ${needed} for the connections that it allows: it continues with ${allowed.join(' and ')}; raise the limit (ulimit -n, LimitNOFILE= under systemd) or lower these settings`,
  };
}
