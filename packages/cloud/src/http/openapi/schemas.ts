import { z } from 'zod';

export type Json = Record<string, unknown>;

/** Turns zod schemas into JSON Schema 2020-12 (OpenAPI 3.1), collecting the named ones (`meta({ id })`). */
export class SchemaCollector {
  readonly components: Record<string, Json> = {};

  /** As callers send it. */
  input(schema: z.ZodType): Json {
    return this.#convert(schema, 'input');
  }

  /** As callers are to read it: open for fields added later. */
  output(schema: z.ZodType): Json {
    return this.#convert(schema, 'output');
  }

  #convert(schema: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $schema: _,
      $defs,
      ...converted
    } = z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        tidy(jsonSchema as Json, io);
        const standard = z.globalRegistry.get(zodSchema as unknown as z.ZodType)?.default;
        if (standard !== undefined) (jsonSchema as Json).default = standard;
      },
    }) as Json & { $defs?: Record<string, Json> };
    for (const [name, definition] of Object.entries($defs ?? {})) this.#add(name, definition);
    return relink(converted) as Json;
  }

  #add(name: string, definition: Json): void {
    const { id: _, ...rest } = definition;
    const linked = relink(rest) as Json;
    const known = this.components[name];
    if (known && JSON.stringify(known) !== JSON.stringify(linked))
      throw new Error(`two schemas are named ${name}`);
    this.components[name] = linked;
  }
}

function tidy(schema: Json, io: 'input' | 'output'): void {
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  // The range of safe integers says nothing that a reader needs.
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  // Left over from the text that a number or boolean is read from.
  if (schema.type !== 'string') for (const name of ['pattern', 'minLength', 'maxLength']) delete schema[name];
  if (schema.type === 'boolean') delete schema.enum;
}

function relink(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relink);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : relink(inner),
    ]),
  );
}
