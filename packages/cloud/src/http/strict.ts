import { z } from 'zod';

/** Fails at start for an object schema that would drop unknown fields in silence instead of refusing them. */
export function requireStrict(schema: z.ZodType | undefined, where: string): void {
  if (!schema) return;
  const objects = topObjects(schema);
  if (objects.length === 0) throw new Error(`${where}: must be a z.strictObject`);
  for (const object of objects) {
    if (!(object.def.catchall instanceof z.ZodNever)) throw new Error(`${where}: must be a z.strictObject`);
  }
}

/** The fields of a body that are right by themselves, whatever is wrong with the others or with the whole. */
export function validFields(schema: z.ZodType, body: Record<string, unknown>): Record<string, unknown> {
  const valid: Record<string, unknown> = {};
  for (const object of topObjects(schema)) {
    for (const [name, field] of Object.entries(object.shape)) {
      const parsed = Object.hasOwn(body, name) ? (field as z.ZodType).safeParse(body[name]) : undefined;
      if (parsed?.success) valid[name] = parsed.data;
    }
  }
  return valid;
}

/** The objects that may stand at the top of a value: through unions, pipes and wrappers. */
export function topObjects(schema: z.ZodType): z.ZodObject[] {
  if (schema instanceof z.ZodObject) return [schema];
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(topObjects);
  if (schema instanceof z.ZodPipe) return topObjects(schema.in as z.ZodType);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodReadonly)
    return topObjects(schema.def.innerType as z.ZodType);
  return [];
}
