// The minimum that notifies viewers of a change: a bare broker, one committed row, one write a stream.
import http from 'node:http';
import { createServer } from 'node:net';
import { Aedes } from 'aedes';
import pg from 'pg';
import { serve } from './lib/worker.mjs';

serve({
  async listen({ database }) {
    const pool = new pg.Pool({ connectionString: database, max: 1 });
    await pool.query(
      'create table if not exists dashboard_floor (id int, at timestamptz not null default now())',
    );
    const streams = new Set();
    const web = http.createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      streams.add(response);
      response.on('close', () => streams.delete(response));
    });
    await new Promise((resolve) => web.listen(0, '127.0.0.1', resolve));
    const broker = await Aedes.createBroker({
      authorizePublish(_client, { payload }, done) {
        const text = payload.toString();
        pool
          .query({
            name: 'a',
            text: 'insert into dashboard_floor (id) values ($1)',
            values: [JSON.parse(text).id],
          })
          .then(() => {
            for (const stream of streams) stream.write(`event: locks\ndata: ${text}\n\n`);
            done(null);
          }, done);
      },
    });
    const server = createServer({ noDelay: true }, broker.handle);
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { url: `mqtt://127.0.0.1:${server.address().port}`, port: web.address().port };
  },
});
