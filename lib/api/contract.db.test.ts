import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import { createdBody, startFakeService } from '#lib/platform/testing/fake-service.ts';
import { testRequest } from '#lib/platform/testing/file-doubles.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import { createStatementFixture } from '#lib/statements/testing/statement-fixture.ts';
import { answerApiRequest, createApiDocument } from './index.ts';
import { createApiFixture, resetBudget, validBodies } from './testing/api-fixture.ts';
import { hostileTexts, hostileValues } from './testing/hostile-values.ts';

/** Requests that are generated from the served document, for each operation, parameter and field. */

const desk = createStatementFixture();
const { fill, createWritingToken } = createApiFixture(desk);
const service = await startFakeService();
service.answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
afterAll(() => service.close());

const isObject = (value: unknown) => typeof value === 'object' && value !== null;
const jsonSchema = z.custom<z.core.JSONSchema.JSONSchema>(isObject);
const schemaNode = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  maxLength: z.number().optional(),
  items: z.unknown().optional(),
});
const bodySchema = z.looseObject({ properties: z.record(z.string(), z.unknown()) });
const content = z.record(z.string(), z.object({ schema: z.unknown() }));
const operationSchema = z.object({
  operationId: z.string(),
  parameters: z.array(
    z.object({ name: z.string(), in: z.enum(['query', 'path', 'header']), schema: z.unknown() }),
  ),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content: content.optional() })),
});
const documentSchema = z.object({
  paths: z.record(z.string(), z.partialRecord(z.enum(['get', 'post']), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), jsonSchema) }),
});

/** The document as a client receives it. */
const text = JSON.stringify(createApiDocument()).replaceAll('#/components/schemas/', '#/$defs/');
const { paths, components } = documentSchema.parse(JSON.parse(text));
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);
type Operation = (typeof operations)[number];

/** Returns a schema of the document with what it refers to. */
function resolve(schema: unknown): unknown {
  const { $ref } = z.looseObject({ $ref: z.string().optional() }).parse(schema);
  return $ref === undefined ? schema : components.schemas[$ref.replace('#/$defs/', '')];
}
const toValidator = (schema: unknown) =>
  z.fromJSONSchema({ ...jsonSchema.parse(schema), $defs: components.schemas });
const validators = new Map(
  operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).map(([status, response]) => {
      const [schema] = Object.values(response.content ?? {}).map((one) => one.schema);
      return [`${operationId} ${status}`, schema === undefined ? null : toValidator(schema)] as const;
    }),
  ),
);

/** Returns values that the document allows. */
function generateValid(schema: unknown): fc.Arbitrary<unknown> {
  const node = schemaNode.parse(resolve(schema));
  if (node.enum !== undefined) return fc.constantFrom(...node.enum);
  switch (node.type) {
    case 'integer':
      return fc.integer({ min: node.minimum ?? 0, max: node.maximum ?? 1_000 });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(generateValid(node.items), {
        minLength: node.minItems ?? 0,
        maxLength: node.maxItems ?? 3,
      });
    default:
      if (node.format === 'uuid') return fc.uuid();
      if (node.format === 'date-time') return fc.date({ noInvalidDate: true }).map((at) => at.toISOString());
      return node.pattern === undefined
        ? fc.string({ unit: 'binary', maxLength: Math.min(node.maxLength ?? 100, 100) })
        : fc.stringMatching(new RegExp(node.pattern));
  }
}

const generateValue = (schema: unknown) =>
  fc.oneof({ weight: 2, arbitrary: generateValid(schema) }, fc.constantFrom(...hostileValues));
const generateText = (schema: unknown) =>
  fc.oneof({ weight: 2, arbitrary: generateValid(schema).map(String) }, fc.constantFrom(...hostileTexts));

/** Generates values for at most three of the names. */
const generateSome = <Value>(values: readonly (readonly [string, fc.Arbitrary<Value>])[]) =>
  fc
    .subarray([...values], { maxLength: Math.min(3, values.length) })
    .chain((chosen) => fc.record<Record<string, Value>>(Object.fromEntries(chosen)));

let turn = 0;
/** Returns every third value, and others each time, so that all are sent without sending each everywhere. */
function sample<Value>(values: readonly Value[]): readonly Value[] {
  turn += 1;
  return values.filter((_, at) => at % 3 === turn % 3);
}

type Sent = {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly key?: string;
  readonly body?: unknown;
  readonly token?: string | null;
};

let ids: Readonly<Record<string, string>> = {};
let token = '';
beforeEach(async () => {
  ids = await fill({ hasStatement: true });
  token = await createWritingToken();
});

const baseBody = ({ path }: Operation): Readonly<Record<string, unknown>> =>
  validBodies()[path.split('/').at(-1) ?? ''] ?? {};

async function send(operation: Operation, sent: Sent): Promise<Response> {
  const { path, method } = operation;
  const id = sent.id ?? ids[path.split('/')[1] ?? ''] ?? '';
  const query = new URLSearchParams(sent.query).toString();
  const bearer = sent.token === undefined ? token : sent.token;
  testRequest.headers = new Headers({
    ...{ 'x-forwarded-for': '192.0.2.1', 'content-type': 'application/json' },
    ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
    ...(method === 'post' && { 'idempotency-key': sent.key ?? randomUUID() }),
  });
  const address = `http://localhost/api/v1${path.replace('{id}', encodeURIComponent(id.toWellFormed()))}?${query}`;
  return answerApiRequest(
    new Request(address, {
      ...{ method: method.toUpperCase(), headers: testRequest.headers },
      ...(method === 'post' && { body: JSON.stringify('body' in sent ? sent.body : baseBody(operation)) }),
    }),
  );
}

const countEntries = () => database().auditEntry.count({ where: { chainId: desk.tenant.businessId } });

/** Sends a request. Its answer must be one of the document, and a refused write must have done nothing. */
async function check(operation: Operation, sent: Sent): Promise<{ status: number; body: unknown }> {
  const isWrite = operation.method === 'post';
  const before = isWrite ? [await countEntries(), service.requests.length] : [];
  const response = await send(operation, sent);
  const { status } = response;
  const said = `${operation.operationId} ${status} ${JSON.stringify(sent).slice(0, 200)}`;
  const body: unknown = await response.json();
  const validator = validators.get(`${operation.operationId} ${status}`);
  if (!validator) throw new Error(`the document lacks the answer of ${said}`);
  expect([said, validator.safeParse(body).error]).toEqual([said, undefined]);
  expect([said, response.headers.get('x-request-id')]).toEqual([said, expect.stringMatching(/./)]);
  const isRefused = status >= 400;
  const type = isRefused ? 'application/problem+json' : 'application/json';
  expect([said, response.headers.get('content-type')]).toEqual([said, type]);
  if (isWrite && isRefused)
    expect([said, await countEntries(), service.requests.length]).toEqual([said, ...before]);
  return { status, body };
}

describe('every operation of the served document', () => {
  test('answers what the document says to any request', async () => {
    for (const operation of operations) {
      const parameters = operation.parameters.filter((one) => one.in === 'query');
      const fields = Object.entries(readFields(operation));
      const query = generateSome(parameters.map(({ name, schema }) => [name, generateText(schema)] as const));
      const changes = generateSome(
        fields.map(([name, schema]) => [name, fc.option(generateValue(schema), { nil: undefined })] as const),
      );
      await fc.assert(
        fc.asyncProperty(query, changes, async (chosen, changed) => {
          await resetBudget();
          await check(operation, { query: chosen, body: { ...baseBody(operation), ...changed } });
        }),
        { numRuns: propertyRuns(10) },
      );
    }
  });

  test('refuses each hostile value of its path and key, and of each field, or stores it', async () => {
    for (const operation of operations) {
      const isWrite = operation.method === 'post';
      await resetBudget();
      if (operation.path.includes('{id}'))
        for (const id of sample(hostileTexts).filter((one) => one !== '')) {
          const { status } = await check(operation, { id });
          expect([operation.operationId, id, status]).toEqual([operation.operationId, id, 404]);
        }
      for (const [field] of Object.entries(readFields(operation))) {
        await resetBudget();
        for (const value of sample(hostileValues))
          await check(operation, { body: { ...baseBody(operation), [field]: value } });
      }
      for (const key of isWrite ? ['', ' ', '\u00e9', 'a b', 'x'.repeat(300)] : [])
        expect(await check(operation, { key })).toMatchObject({
          status: 400,
          body: { code: 'idempotency-key-required' },
        });
      if (isWrite) {
        expect(await check(operation, { body: { ...baseBody(operation), unknown: 1 } })).toMatchObject({
          status: 400,
          body: { errors: [{ parameter: 'unknown' }] },
        });
        for (const body of sample(hostileValues)) expect((await check(operation, { body })).status).toBe(400);
      }
    }
  });

  test('refuses pages beyond the largest, and tokens that are missing, unknown, expired or revoked', async () => {
    const where = { personId: desk.tenant.as.owner.actor.personId };
    const refuse = async (code: string, used: string | null = token) => {
      await resetBudget();
      for (const operation of operations)
        expect(await check(operation, { token: used })).toMatchObject({ status: 401, body: { code } });
    };
    for (const operation of operations)
      if (operation.parameters.some(({ name }) => name === 'limit'))
        for (const limit of ['0', '201', '1000000000', '9'.repeat(400), '1e3', '-1'])
          expect((await check(operation, { query: { limit } })).status).toBe(400);
    await refuse('unauthenticated', null);
    await refuse('unauthenticated', `ch_${'0'.repeat(49)}`);
    await database().apiToken.updateMany({ where, data: { expiresAt: new Date(Date.now() - 1_000) } });
    await refuse('token-expired');
    await database().apiToken.updateMany({ where, data: { revokedAt: new Date() } });
    await refuse('token-revoked');
  });
});

/** Returns the schema of each field of a body. */
function readFields({ requestBody }: Operation): Readonly<Record<string, unknown>> {
  const schema = requestBody?.content['application/json']?.schema;
  return schema === undefined ? {} : bodySchema.parse(resolve(schema)).properties;
}
