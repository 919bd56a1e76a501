import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { Json } from '#lib/values/json.ts';
import { JsonNumber, JsonSyntaxError } from '#lib/values/json.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';
import { ApiError } from './errors.ts';

/** Leaves bodies as bytes until a route parses them: signatures cover bytes, and numbers must keep their digits. */
export function parseBodiesAsBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 64 * 1024 }, (_request, body, done) =>
    done(null, body),
  );
}

export const readBytes = (request: FastifyRequest): Uint8Array =>
  request.body instanceof Uint8Array ? request.body : new Uint8Array();

/**
 * Parses the body as exact JSON. An empty body is `{}`.
 *
 * @throws ApiError 400
 */
export function readJson(request: FastifyRequest): Json {
  const bytes = readBytes(request);
  if (bytes.length === 0) return {};
  try {
    const { value, flaws } = parseJsonBytes(bytes);
    const [flaw] = flaws;
    if (flaw !== undefined)
      throw new ApiError(400, 'BAD_JSON', `The body has a ${flaw.flaw} at ${flaw.path || 'its top'}.`);
    return value;
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw new ApiError(400, 'BAD_JSON', `The body ${error.message}.`);
    throw error;
  }
}

/**
 * Parses a body with a schema.
 *
 * @throws ApiError 422 with each invalid field and its expected form
 */
export function readBody<Schema extends z.ZodType>(
  request: FastifyRequest,
  schema: Schema,
): z.output<Schema> {
  const result = schema.safeParse(readJson(request));
  if (result.success) return result.data;
  const fields: Record<string, string[]> = {};
  for (const issue of result.error.issues) {
    const path = issue.path.map(String).join('.') || 'body';
    fields[path] = [...(fields[path] ?? []), issue.message];
  }
  const first = Object.entries(fields)[0];
  throw new ApiError(422, 'INVALID_REQUEST', `${first?.[0]}: ${first?.[1]?.[0]}`, fields);
}

/** Converts JSON to ordinary numbers, for settings without amounts. */
export function toPlainNumbers(value: Json): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((one: Json) => toPlainNumbers(one));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toPlainNumbers(one)]));
}
