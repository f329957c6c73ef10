import { startCloud } from './cloud.js';
import { ConfigError, loadEnvironment, readConfig } from './config.js';

/** `node packages/cloud/dist/main.js`: the service by itself, as in production. */
async function main(): Promise<void> {
  loadEnvironment();
  const cloud = await startCloud(readConfig(process.env));
  cloud.context.log.info({ base_url: cloud.baseUrl, mqtt_url: cloud.mqttUrl }, 'ready');
  const stop = (signal: string) => {
    process.once(signal, () => process.exit(1));
    cloud.context.log.info({ signal }, 'stopping');
    cloud.stop().then(
      () => process.exit(0),
      (error) => {
        cloud.context.log.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.once('SIGINT', () => stop('SIGINT'));
  process.once('SIGTERM', () => stop('SIGTERM'));
}

main().catch((error: unknown) => {
  const isOurs = error instanceof ConfigError;
  process.stderr.write(`${isOurs ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
});
