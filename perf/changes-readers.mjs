// Opens streams of changes and keeps them open.
import http from 'node:http';
import { serve } from './lib/worker.mjs';

const open = [];

serve({
  async open({ baseUrl, tokens, count }) {
    for (let index = 0; index < count; index++)
      await new Promise((resolve, reject) => {
        const token = tokens[open.length % tokens.length];
        const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
        const request = http.get(`${baseUrl}/changes?after=now`, { agent: false, headers }, (response) => {
          if (response.statusCode !== 200) return reject(new Error(`answered ${response.statusCode}`));
          response.resume();
          response.on('error', () => {});
          open.push(response);
          resolve();
        });
        request.on('error', reject);
      });
  },
});
