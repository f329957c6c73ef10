// The floor of the http, events-page and people measures: Express 5 and one SELECT or one INSERT, and nothing else.
import express from 'express';
import pg from 'pg';
import { serve } from './lib/worker.mjs';

serve({
  async listen({ database }) {
    const pool = new pg.Pool({ connectionString: database, max: 12 });
    const app = express();
    app.get('/v1/locks/:id', async (request, response) => {
      const { rows } = await pool.query({
        name: 'lock',
        text: 'select * from lock where id = $1',
        values: [request.params.id],
      });
      response.json(rows[0]);
    });
    app.get('/v1/events', async (request, response) => {
      const { rows } = await pool.query({
        name: 'events',
        text: `select e.id, e.type, e.occurred_at, e.result, e.reason, e.source, l.id as lock_id, l.name as lock_name, l.place,
                      o.id as location_id, o.name as location_name
               from event e join lock l on l.id = e.lock_id join location o on o.id = e.location_id
               order by e.id desc limit $1`,
        values: [request.query.limit],
      });
      response.json({
        data: rows.map(({ lock_id, lock_name, place, location_id, location_name, ...event }) => ({
          ...event,
          lock: { id: lock_id, name: lock_name, place },
          location: { id: location_id, name: location_name },
        })),
      });
    });
    app.post('/v1/people', express.json(), async (request, response) => {
      const { rows } = await pool.query({
        name: 'person',
        text: `insert into person (id, account_id, location_id, name, created_at)
               select gen_random_uuid(), account_id, id, $1, now() from location order by id limit 1 returning *`,
        values: [request.body.name],
      });
      response.status(201).json(rows[0]);
    });
    const server = await new Promise((resolve) => {
      const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
    });
    return server.address().port;
  },
});
