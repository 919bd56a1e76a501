import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findLeaks } from './leaks.ts';
import { readSources } from './source-files.ts';

const planted = `
import type { Prisma } from '#prisma/generated/client.ts';
import type { Amount } from '#lib/values/amount.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
type Row = { readonly at: Date };
export declare function date(): Promise<Date | null>;
export declare function inside(): Promise<{ rows: readonly Row[] }>;
export declare function decimal(): Promise<Map<string, Prisma.Decimal>>;
export declare function row(): Promise<Prisma.PaymentGetPayload<object>>;
export declare function clean(at: Date): Promise<{ rows: readonly { amount: Amount | null; at: UnixSeconds }[]; next?: string }>;
`;

describe('what leaves the database', () => {
  let folder: string;
  let leaks: readonly { readonly file: string; readonly leak: string }[];
  let file: string;
  beforeAll(async () => {
    await mkdir('test-results', { recursive: true });
    // The folder is inside the repository, so that subpath imports resolve.
    folder = await mkdtemp(path.resolve('test-results/leaks-'));
    file = path.join(folder, 'store.ts');
    await writeFile(file, planted);
    const stores = readSources()
      .map((source) => source.path)
      .filter(
        (path) =>
          /^lib\/(?!(?:platform|database|realtime|lists)\/).*(store|queries)(\.ts$|\/|-)/.test(path) &&
          !path.includes('.test.'),
      );
    expect(stores.length).toBeGreaterThan(40);
    // All files are checked at once, so that the compiler reads the libraries only once.
    leaks = findLeaks([file, ...stores]);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('planted leaks are found, and a clean function is left alone', () => {
    const found = leaks.filter((leak) => leak.file === file).map(({ leak }) => leak);
    expect(found).toContain('date: Date');
    expect(found).toContain('inside.rows[].at: Date');
    expect(found.some((leak) => leak.startsWith('decimal'))).toBe(true);
    expect(found.some((leak) => leak.startsWith('row'))).toBe(true);
    expect(found.filter((leak) => leak.startsWith('clean'))).toEqual([]);
  });

  test('no store and no query of ours leaks', () => {
    expect(leaks.filter((leak) => leak.file !== file)).toEqual([]);
  });
});
