import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';

/**
 * Sends 5,000 inputs to the schemas of forms, actions and addresses, which run before every verb. None may throw or
 * take long, and each refusal has a message.
 */

type Parsed = { success: boolean; error?: { issues: readonly { message: string }[] } };
type Schema = { safeParse(input: unknown): Parsed; def: { shape?: Readonly<Record<string, unknown>> } };
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'safeParse' in value && 'def' in value;

function schemaFiles(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return schemaFiles(file);
    return /(^|\/)schema(-[a-z-]+)?(\/[a-z-]+)?\.ts$/.test(file.replaceAll('\\', '/')) ? [file] : [];
  });
}

async function allSchemas(): Promise<readonly (readonly [string, Schema])[]> {
  const root = path.resolve(import.meta.dirname, '..', 'lib');
  const found: [string, Schema][] = [];
  for (const file of schemaFiles(root)) {
    const loaded: Record<string, unknown> = await import(pathToFileURL(file).href);
    for (const [name, value] of Object.entries(loaded))
      if (isSchema(value)) found.push([`${path.relative(root, file)} ${name}`, value]);
  }
  return found;
}

const hostile = fc.oneof(
  fc.anything({
    withBigInt: true,
    withDate: true,
    withNullPrototype: true,
    withSparseArray: true,
    maxDepth: 2,
  }),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom<unknown>(
    '<img src=x onerror=alert(1)>',
    '\u202Efdp.exe',
    'x'.repeat(10_000),
    `${' '.repeat(10_000)}x`,
    `${'a@'.repeat(4_000)}`,
    '=1+1',
    '\ud800',
    'a\u0000b',
    '1e400',
    '-0',
    `0.${'1'.repeat(5_000)}`,
    '9'.repeat(5_000),
    '0d9e1c8a-1111-4222-8333-444455556666',
    '2026-11-21',
    'javascript:alert(1)',
    `https://${'a.'.repeat(3_000)}example`,
  ),
);

test('5,000 inputs to the schemas: accepts or refuses each at once with a message', async () => {
  const schemas = await allSchemas();
  expect(schemas.length).toBeGreaterThan(30);
  let cases = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...schemas),
      fc.infiniteStream(hostile),
      fc.boolean(),
      ([name, schema], values, whole) => {
        const next = () => values.next().value;
        const fields = Object.keys(schema.def.shape ?? {});
        // Makes every field hostile, or replaces the whole input.
        const input =
          whole && fields.length > 0 ? Object.fromEntries(fields.map((field) => [field, next()])) : next();
        const begun = performance.now();
        const parsed = schema.safeParse(input);
        const took = performance.now() - begun;
        cases += 1;
        expect([name, took < 5_000]).toEqual([name, true]);
        if (!parsed.success)
          for (const { message } of parsed.error?.issues ?? [{ message: '' }])
            expect([name, message.trim() === '', message.length < 500]).toEqual([name, false, true]);
      },
    ),
    { numRuns: 5_000 },
  );
  expect(cases).toBe(5_000);
});
