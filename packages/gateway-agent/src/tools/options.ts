/* What door-agent is called with, said once: the program reads its arguments by this, and shells complete by it. */

export const COMMANDS = ['run', 'bench', 'pair', 'doctor', 'init', 'test', 'completions'] as const;

interface Option {
  type: 'string' | 'boolean';
  short?: string;
  multiple?: boolean;
  /** What it is, for shells that show it. */
  words: string;
  /** Its value names a file. */
  isFile?: boolean;
}

export const OPTIONS = {
  config: { type: 'string', multiple: true, short: 'c', words: 'configuration of a gateway', isFile: true },
  host: { type: 'string', words: 'address that the page listens on' },
  port: { type: 'string', words: 'port of the page' },
  json: { type: 'boolean', words: 'output for programs' },
  output: { type: 'string', words: 'file to write', isFile: true },
  door: { type: 'string', words: 'number of a door' },
  by: { type: 'string', words: 'who tests' },
  page: { type: 'boolean', words: 'test on a page' },
  lan: { type: 'boolean', words: 'page for one browser of the network' },
  resume: { type: 'boolean', words: 'go on after the power cut' },
  url: { type: 'string', words: 'address of the service' },
  ca: { type: 'string', words: 'certificates to trust', isFile: true },
  'allow-plaintext': { type: 'boolean', words: 'pair without TLS' },
  help: { type: 'boolean', short: 'h', words: 'commands and their options' },
} as const satisfies Record<string, Option>;
