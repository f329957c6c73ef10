import type { DoorAccessClient } from './client.js';
import { take } from './errors.js';
import type { paths } from './generated/api.js';

type Page<Item> = { data: Item[]; next_cursor: string | null };
type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

/** The paths that answer with pages of items. */
export type ListPath = {
  [Path in keyof paths]: Answer<Path> extends Page<unknown> ? Path : never;
}[keyof paths];
export type ItemOf<Path extends ListPath> = Answer<Path> extends Page<infer Item> ? Item : never;

type Parameters<Path extends ListPath> = paths[Path] extends { get: { parameters: infer Given } }
  ? Given
  : never;
/** As of `client.GET`, but for the cursor. */
export type ListParams<Path extends ListPath> = {
  [Name in 'path' | 'query' as Parameters<Path> extends Record<Name, object>
    ? Name
    : never]: Parameters<Path> extends Record<Name, infer Given> ? Given : never;
} & {
  query?: Omit<Parameters<Path> extends { query?: infer Query } ? NonNullable<Query> : object, 'cursor'>;
};

/**
 * Every item of a list, page after page: `for await (const person of list(client, '/people', { query: { q: 'An' } }))`.
 * @throws DoorAccessError
 */
export async function* list<Path extends ListPath>(
  client: DoorAccessClient,
  path: Path,
  params?: ListParams<Path>,
): AsyncGenerator<ItemOf<Path>, void, undefined> {
  // The types of `GET` for any one of the paths are too many for the compiler; the declaration above holds them.
  const read = client.GET as unknown as (
    path: Path,
    init: { params: object },
  ) => Promise<{ data?: Page<ItemOf<Path>>; error?: unknown; response: Response }>;
  let cursor: string | null = null;
  do {
    const query: object = { ...params?.query, ...(cursor === null ? {} : { cursor }) };
    const page: Page<ItemOf<Path>> = await take(read(path, { params: { ...params, query } }));
    yield* page.data;
    cursor = page.next_cursor;
  } while (cursor !== null);
}
