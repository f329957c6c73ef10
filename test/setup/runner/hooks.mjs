import * as module from 'node:module';
import { load, resolve } from './typescript.mjs';

// Hooks in the thread itself are quicker; Node.js 20 has none.
if (module.registerHooks) module.registerHooks({ resolve, load });
else module.register('./typescript.mjs', import.meta.url);
