// Everything that takes what comes from outside. A target runs one input and throws where that breaks a promise.
import { agent } from './targets/agent.mjs';
import { assistants } from './targets/assistants.mjs';
import { http } from './targets/http.mjs';
import { outside } from './targets/outside.mjs';
import { wire } from './targets/wire.mjs';

export const targets = { ...wire, ...http, ...outside, ...assistants, ...agent };
