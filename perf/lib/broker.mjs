// A broker that answers births and acknowledges everything: a minimal cloud.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { Aedes } from 'aedes';

/** Connections that wait to be accepted. */
const MAX_WAITING = 4096;

/** With the files of a certificate and its key, over TLS too. */
export async function startBroker(files) {
  const broker = await Aedes.createBroker();
  const sessions = new Map();
  const packetOf = (topic, message) => ({
    cmd: 'publish',
    topic,
    payload: JSON.stringify(message),
    qos: 1,
    retain: false,
    dup: false,
  });
  broker.authorizePublish = (client, packet, done) => {
    done(null);
    const [, id, , channel] = packet.topic.split('/');
    if (channel !== 'status') return;
    const { online, session } = JSON.parse(packet.payload.toString());
    if (!online) return;
    sessions.set(id, session);
    const message = { v: 1, session, now: new Date().toISOString(), holds: [], doors: [] };
    // Not through the broker's emitter: a crowd of thousands overflows its stack.
    client.publish(packetOf(`gateways/${id}/down/session`, message), () => undefined);
  };
  const server = createServer({ noDelay: true }, broker.handle);
  const port = await listen(server);
  const secure = files && createSecureServer(contents(files), broker.handle);
  const tlsPort = secure && (await listen(secure));
  return {
    url: `mqtt://127.0.0.1:${port}`,
    tlsUrl: tlsPort && `mqtts://127.0.0.1:${tlsPort}`,
    /** Publishes a message of the cloud. */
    send: (topic, message) =>
      new Promise((resolve, reject) => {
        broker.publish(packetOf(topic, message), (error) => (error ? reject(error) : resolve()));
      }),
    /** The present session of a gateway. */
    sessionOf: (id) => sessions.get(id),
    async close() {
      await new Promise((resolve) => broker.close(resolve));
      server.close();
      secure?.close();
    },
  };
}

const contents = ({ cert, key }) => ({ cert: readFileSync(cert), key: readFileSync(key) });

async function listen(server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', MAX_WAITING, resolve));
  return server.address().port;
}
