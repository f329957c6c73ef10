// A broker that answers births and acknowledges everything: a minimal cloud.
import { createServer } from 'node:net';
import { Aedes } from 'aedes';

export async function startBroker() {
  const broker = await Aedes.createBroker();
  const sessions = new Map();
  const send = (topic, message) =>
    new Promise((resolve, reject) => {
      const packet = {
        cmd: 'publish',
        topic,
        payload: JSON.stringify(message),
        qos: 1,
        retain: false,
        dup: false,
      };
      broker.publish(packet, (error) => (error ? reject(error) : resolve()));
    });
  broker.authorizePublish = (_client, packet, done) => {
    done(null);
    const [, id, , channel] = packet.topic.split('/');
    if (channel !== 'status') return;
    const { online, session } = JSON.parse(packet.payload.toString());
    if (!online) return;
    sessions.set(id, session);
    void send(`gateways/${id}/down/session`, {
      ...{ v: 1, session, now: new Date().toISOString(), holds: [], doors: [] },
    });
  };
  const server = createServer({ noDelay: true }, broker.handle);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `mqtt://127.0.0.1:${server.address().port}`,
    /** Publishes a message of the cloud. */
    send,
    /** The present session of a gateway. */
    sessionOf: (id) => sessions.get(id),
    async close() {
      await new Promise((resolve) => broker.close(resolve));
      server.close();
    },
  };
}
