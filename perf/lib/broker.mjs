// A broker that answers births and acknowledges everything: a minimal cloud.
import { createServer } from 'node:net';
import { Aedes } from 'aedes';

export async function startBroker() {
  const broker = await Aedes.createBroker();
  broker.authorizePublish = (_client, packet, done) => {
    done(null);
    const [, id, , channel] = packet.topic.split('/');
    if (channel !== 'status') return;
    const birth = JSON.parse(packet.payload.toString());
    if (!birth.online) return;
    const session = { v: 1, session: birth.session, now: new Date().toISOString(), holds: [], doors: [] };
    broker.publish(
      {
        cmd: 'publish',
        topic: `gateways/${id}/down/session`,
        payload: JSON.stringify(session),
        qos: 1,
        retain: false,
        dup: false,
      },
      () => undefined,
    );
  };
  const server = createServer({ noDelay: true }, broker.handle);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `mqtt://127.0.0.1:${server.address().port}`,
    async close() {
      await new Promise((resolve) => broker.close(resolve));
      server.close();
    },
  };
}
