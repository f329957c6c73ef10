// The floor of the http measure: Express 5 and one indexed SELECT, and nothing else.
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
    const server = await new Promise((resolve) => {
      const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
    });
    return server.address().port;
  },
});
