import { type DoorReport, downTopic, upTopic } from '@door-access/protocol';
import mqtt from 'mqtt';
/** A gateway written from the protocol page alone, saying exactly what a test tells it to. */
export interface RawGateway {
  id: string;
  client: mqtt.MqttClient;
  session: string;
  boot: string;
  journal: string;
  /** Messages from the cloud so far, by channel. */
  received: {
    channel: string;
    message: Record<string, unknown>;
  }[];
  /** Resolves with the session message; one that never subscribed gets none, and it is the PUBACK alone. */
  birth(doors?: Partial<DoorReport>[]): Promise<Record<string, unknown>>;
  /** Publishes records as they are and resolves with the PUBACK. */
  send(records: object[]): Promise<void>;
  publish(topic: string, payload: string | Buffer, options?: mqtt.IClientPublishOptions): Promise<void>;
  /** The next message of a channel, past or to come. */
  next(channel: 'session' | 'command'): Promise<Record<string, unknown>>;
  /** A record of now, numbered on. */
  record(fields: object): object;
  end(force?: boolean): Promise<void>;
}
export interface RawGatewayOptions {
  url: string;
  id: string;
  secret: string;
  now: () => number;
  monotonic: () => number;
  boot?: string;
  journal?: string;
  seq?: number;
  subscribe?: boolean;
  will?: boolean;
  /** For a url of mqtts. */
  tls?: {
    ca: string;
    servername: string;
  };
}
export declare function connectGateway(options: RawGatewayOptions): Promise<RawGateway>;
export { downTopic, upTopic };
//# sourceMappingURL=raw-gateway.d.ts.map
