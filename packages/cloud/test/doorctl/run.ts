import { jest } from '@jest/globals';
import { main } from '../../src/doorctl.js';

/** Runs one command as the terminal would. */
export async function doorctl(...parameters: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text;
    return true;
  });
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += text;
    return true;
  });
  const code = await main(['node', 'doorctl', ...parameters]);
  jest.restoreAllMocks();
  return { code, out, err };
}
