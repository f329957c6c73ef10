import { createDoorAccessClient, take } from '@door-access/client';
import type { Command } from 'commander';
import { checkedUrl, clientOf, forgetAccount, keepAccount } from './config.js';
import { CommandError, type Terminal } from './terminal.js';

export function loginCommands(program: Command, terminal: Terminal): void {
  program
    .command('login')
    .description('keeps the address of a service and an API key, once the service has accepted it')
    .argument('<url>', 'such as https://doors.example')
    .action(async (given: string) => {
      const url = checkedUrl(given);
      const apiKey = (await terminal.secret('API key: '))?.trim();
      if (!apiKey) throw new CommandError('no API key came: type it, or pipe it in');
      const fetch = (request: Request) => terminal.fetch(request);
      const client = createDoorAccessClient({ baseUrl: url, apiKey, fetch });
      await take(client.GET('/status', { signal: terminal.signal }));
      terminal.out(
        `Logged in to ${url}. The API key is in ${await keepAccount(terminal, { url, api_key: apiKey })}.`,
      );
    });
  program
    .command('logout')
    .description('forgets the API key; it stays valid until it is revoked in the dashboard')
    .action(async () => {
      terminal.out((await forgetAccount(terminal)) ? 'The API key is forgotten.' : 'No API key was kept.');
    });
  program
    .command('status')
    .description('the version of the service, and how many gateways are online')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const status = await take((await clientOf(terminal)).GET('/status', { signal: terminal.signal }));
      if (json) return terminal.out(JSON.stringify(status, null, 2));
      const { service, gateways } = status;
      terminal.out(`version ${service.version}, its clock ${service.time}`);
      terminal.out(`${gateways.online} of ${gateways.total} gateways online`);
    });
}
