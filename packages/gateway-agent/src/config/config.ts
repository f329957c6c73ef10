import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Document, isNode, isPair, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import { z } from 'zod';
import type { DoorSetup } from '../door.setup.js';
import type { Wiring } from '../drivers/wiring.js';
import { ConfigSchema, type RawConfig, relatedMistakes, unchanged } from './config.schema.js';
import { type DriverName, wiringsOf } from './config.wiring.js';
import { type Credential, credentialFile, readCredential } from './credential.js';
import { readMoved } from './moved.js';

/** A gateway's configuration, checked; paths are absolute. */
export interface GatewayConfig extends GatewaySetup {
  readonly gatewayId: string;
  readonly secret: string;
  /** Where the cloud is: as configured, or where it has moved to. */
  readonly cloudUrl: URL;
  readonly configuredUrl: URL;
  /** PEM certificates to trust instead of the system's. */
  readonly ca: string | null;
  /** The service over HTTP; null if it is not configured. */
  readonly serviceUrl: URL | null;
}

/** What a gateway is without the cloud. */
export interface GatewaySetup {
  readonly file: string;
  readonly dataDir: string;
  readonly maxRecords: number;
  readonly keepDays: number;
  readonly doors: readonly ConfiguredDoor[];
}

export interface ConfiguredDoor extends DoorSetup {
  /** The driver of each terminal that names none. */
  readonly driver: DriverName;
  /** The hardware of this door, one wiring for each chip or port; none for simulated hardware. */
  readonly wirings: readonly Wiring[];
  /** Id of this door's lock at the cloud, for the bench page alone. */
  readonly lockId: number | null;
}

/** One mistake, with where it is in the file. */
export interface ConfigProblem {
  /** From 1; 1 where the file as a whole is meant. */
  readonly line: number;
  readonly column: number;
  /** Path of the field, as in `doors[0].strike_ms`; empty for the whole file. */
  readonly field: string;
  readonly message: string;
}

/** The message has one line for each mistake: file:line:column: field: what is expected. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly ConfigProblem[];

  constructor(file: string, problems: readonly ConfigProblem[]) {
    const lines = problems.map(
      ({ line, column, field, message }) =>
        `${file}:${line}:${column}: ${field ? `${field}: ` : ''}${message}`,
    );
    super(lines.join('\n'));
    this.problems = problems;
  }
}

/** Reads and checks a file; throws ConfigError with every mistake in it. */
export function loadConfig(file: string): GatewayConfig {
  return parseConfig(readText(file), file);
}

/** The same of a file that may lack what pairing gives. */
export function loadSetup(file: string): GatewaySetup {
  return check(readText(file), file, true).setup;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw wholeFile(
      file,
      code === 'ENOENT'
        ? 'there is no such file: name it with --config, or make one with door-agent init'
        : `cannot be read: ${message}`,
    );
  }
}

const wholeFile = (file: string, message: string): ConfigError =>
  new ConfigError(file, [{ line: 1, column: 1, field: '', message }]);

/** Checks a configuration's text; `file` names it in messages and anchors its relative paths. */
export function parseConfig(text: string, file: string): GatewayConfig {
  const { setup, raw, credential, files } = check(text, file, false);
  const configured = new URL(credential?.cloud_url ?? (raw.cloud_url as string));
  const note = readMoved(setup.dataDir);
  const moved = note?.from === configured.href ? note : null;
  return {
    ...setup,
    gatewayId: credential?.gateway_id ?? (raw.gateway_id as string),
    secret: credential?.secret ?? files.secret,
    configuredUrl: configured,
    cloudUrl: moved ? new URL(moved.to) : configured,
    ca: files.ca ?? credential?.ca ?? null,
    serviceUrl: urlOf(moved?.service_url ?? raw.service_url ?? credential?.service_url),
  };
}

const urlOf = (text: string | undefined): URL | null => (text === undefined ? null : new URL(text));

function check(text: string, file: string, mayLackCredential: boolean) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  if (document.errors.length > 0) {
    throw new ConfigError(
      file,
      document.errors.map((error) => ({
        ...at(error.pos[0]),
        field: '',
        message:
          error.code === 'MULTIPLE_DOCS'
            ? 'a second document begins here (---): expected one configuration'
            : `not valid YAML: ${error.message}`,
      })),
    );
  }
  const raw = contentOf(document, file);
  const parsed = ConfigSchema.safeParse(raw);
  const folder = dirname(resolve(file));
  const { credential, mistakes: unreadable } = credentialOf(raw, folder);
  const source = mayLackCredential ? 'open' : credential || unreadable.length > 0 ? 'paired' : 'file';
  const mistakes = [...relatedMistakes(raw, source), ...unreadable];
  for (const issue of (parsed.error?.issues ?? []).flatMap(withinUnion)) {
    const path = issue.path as Path;
    if (issue.code !== 'unrecognized_keys') mistakes.push({ path, message: issue.message });
    else
      for (const key of issue.keys)
        mistakes.push({ path: [...path, key], message: `no such setting; expected ${knownAt(path)}` });
  }
  const toChange = unchanged(raw);
  const isToChange = ({ path }: { path: Path }) =>
    path.length > 0 && toChange.some((each) => path.every((step, index) => each.path[index] === step));
  const problem = ({ path, message }: { path: Path; message: string }): ConfigProblem => ({
    ...at(offsetOf(document.contents, path)),
    field: fieldName(path),
    message,
  });
  const files = parsed.success ? readFiles(parsed.data, folder) : { secret: '', ca: null, mistakes: [] };
  if (mayLackCredential) files.mistakes = [];
  const reported = [...mistakes, ...files.mistakes].filter((each) => !isToChange(each));
  const problems = [...toChange, ...reported].map(problem);
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(
      file,
      problems.sort((a, b) => a.line - b.line || a.column - b.column),
    );
  }
  return { setup: build(parsed.data, folder, file), raw: parsed.data, credential, files };
}

/** The settings that the schema knows at a path. */
function knownAt(path: Path): string {
  let schema = bare(ConfigSchema);
  for (const step of path)
    schema = bare(
      schema instanceof z.ZodArray ? schema.element : (schema as z.ZodObject).shape[step as string],
    );
  const names = Object.keys((schema as z.ZodObject).shape);
  return names.length === 1 ? String(names[0]) : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** Without what makes it optional; of a union, the group. */
function bare(schema: unknown): unknown {
  if (schema instanceof z.ZodUnion) return schema.options.map(bare).find((one) => one instanceof z.ZodObject);
  if (schema instanceof z.ZodPipe) return bare(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return bare(schema.unwrap());
  return schema;
}

/** For settings that may also be a plain value: the issues within the group, if a group was given. */
function withinUnion(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const isGroup = (each: z.core.$ZodIssue) => each.path.length > 0 || each.code === 'unrecognized_keys';
  const within = issue.errors.find((issues) => issues.some(isGroup)) ?? [];
  return within.length === 0
    ? [issue]
    : within.flatMap((each) => withinUnion({ ...each, path: [...issue.path, ...each.path] }));
}

/** A name for a part (&) may stand anywhere but within that part, and not thousands of times. */
function contentOf(document: Document, file: string): unknown {
  try {
    const content: unknown = document.toJS();
    JSON.stringify(content);
    return content;
  } catch (error) {
    const { name, message } = error as Error;
    throw wholeFile(file, name === 'TypeError' ? 'a part of it (&) holds itself (*): write it out' : message);
  }
}

/** What pairing left in the data folder. */
function credentialOf(
  raw: unknown,
  folder: string,
): { credential: Credential | null; mistakes: { path: Path; message: string }[] } {
  const dataDir = (raw as { data_dir?: unknown } | null)?.data_dir;
  if (typeof dataDir !== 'string' || dataDir === '') return { credential: null, mistakes: [] };
  try {
    return { credential: readCredential(resolve(folder, dataDir)), mistakes: [] };
  } catch (error) {
    const message = `${credentialFile(resolve(folder, dataDir))}: ${(error as Error).message}`;
    return { credential: null, mistakes: [{ path: ['data_dir'], message }] };
  }
}

type Path = (string | number)[];

function build(raw: RawConfig, folder: string, file: string): GatewaySetup {
  return {
    file,
    dataDir: resolve(folder, raw.data_dir),
    maxRecords: raw.journal_max_records,
    keepDays: raw.keep_acknowledged_days,
    doors: raw.doors.map((door) => ({
      door: door.door,
      name: door.name,
      driver: door.driver,
      contact: door.contact
        ? { debounceMs: door.contact.debounce_ms, normally: door.contact.normally }
        : null,
      exitButton: door.exit_button ? { debounceMs: door.exit_button.debounce_ms } : null,
      wirings: wiringsOf(door),
      strike: door.strike !== false,
      hold: door.hold !== false,
      strikeMs: door.strike_ms,
      exitReleases: door.exit_releases,
      lockId: door.lock_id ?? null,
    })),
  };
}

/** What the settings point to outside the file. */
function readFiles(raw: RawConfig, folder: string) {
  const mistakes: { path: Path; message: string }[] = [];
  const read = (name: 'secret_file' | 'ca_file'): string | null => {
    const setting = raw[name];
    if (setting === undefined) return null;
    const path = resolve(folder, setting);
    if (existsSync(path)) {
      try {
        return readFileSync(path, 'utf8').trim();
      } catch (error) {
        mistakes.push({ path: [name], message: `cannot be read: ${(error as Error).message}` });
        return null;
      }
    }
    mistakes.push({ path: [name], message: `there is no file ${path}` });
    return null;
  };
  const secret = raw.secret ?? read('secret_file');
  if (secret === '') mistakes.push({ path: ['secret_file'], message: 'the file is empty' });
  return { secret: secret ?? '', ca: read('ca_file'), mistakes };
}

/** Where a field is: its key; for one that is missing, the nearest thing around it. */
function offsetOf(contents: Node | null, path: Path): number {
  let here: unknown = contents;
  let offset = contents?.range?.[0] ?? 0;
  for (const step of path) {
    const items = (here as { items?: unknown[] } | null)?.items;
    if (!items) break;
    const next =
      typeof step === 'number' ? items[step] : items.find((item) => isPair(item) && keyOf(item.key) === step);
    if (next === undefined) break;
    const anchor = isPair(next) ? next.key : next;
    if (isNode(anchor)) offset = anchor.range?.[0] ?? offset;
    here = isPair(next) ? next.value : next;
  }
  return offset;
}

const keyOf = (key: unknown): string => String(isScalar(key) ? key.value : key);

const fieldName = (path: Path): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
