export { LIVES_MS } from './approvals.js';
export { type McpHttp, startMcpHttp } from './http.js';
export { main } from './main.js';
export { createMcpServer } from './server.js';
export { type Doors, type DoorsOptions, openDoors } from './start.js';
