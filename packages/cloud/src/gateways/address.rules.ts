import type { Config } from '../config.js';

export interface MqttPlace {
  config: Pick<Config, 'PUBLIC_MQTT_URL' | 'PUBLIC_URL' | 'HOST' | 'MQTT_PORT' | 'MQTT_TLS_PORT'>;
  /** The ports opened in this process, if any. */
  ports?: { plain: number; tls: number | null } | undefined;
  /** The Host header of the request: the name by which it reached us. */
  asked?: string | undefined;
}

/** Where a gateway finds the broker: what the settings say, else the host by which it found us; TLS if there is any. */
export function mqttAddress({ config, ports, asked }: MqttPlace): string {
  if (config.PUBLIC_MQTT_URL) return config.PUBLIC_MQTT_URL;
  const host =
    hostOf(config.PUBLIC_URL) ?? hostOf(asked === undefined ? null : `http://${asked}`) ?? config.HOST;
  const tls = ports ? ports.tls : config.MQTT_TLS_PORT;
  return tls === null ? `mqtt://${host}:${ports?.plain ?? config.MQTT_PORT}` : `mqtts://${host}:${tls}`;
}

function hostOf(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  return new URL(url).hostname || null;
}
