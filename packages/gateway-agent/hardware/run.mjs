// The tests that need hardware, or what stands in for it from the system's packages.
import { runJest } from '../../../scripts/jest.mjs';
import { missing, prepare } from './prepare.mjs';

const lacking = missing();
if (lacking.length > 0) {
  console.error(`These tests need packages of the system: apt-get install ${lacking.join(' ')}`);
  process.exit(1);
}
const { kernel, initrd } = await prepare();
process.exitCode = runJest('packages/gateway-agent/hardware/jest.config.mjs', process.argv.slice(2), {
  HARDWARE_KERNEL: kernel,
  HARDWARE_INITRD: initrd,
});
