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
  let file: string;
  beforeAll(async () => {
    await mkdir('test-results', { recursive: true });
    // Inside the repository, so that subpath imports resolve.
    folder = await mkdtemp(path.resolve('test-results/leaks-'));
    file = path.join(folder, 'store.ts');
    await writeFile(file, planted);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('planted leaks are found, and a clean function is left alone', { timeout: 60_000 }, () => {
    const leaks = findLeaks([file]).map((leak) => leak.slice(file.length + 1));
    expect(leaks).toContain('date: Date');
    expect(leaks).toContain('inside.rows[].at: Date');
    expect(leaks.some((leak) => leak.startsWith('decimal'))).toBe(true);
    expect(leaks.some((leak) => leak.startsWith('row'))).toBe(true);
    expect(leaks.filter((leak) => leak.startsWith('clean'))).toEqual([]);
  });

  test('no store and no query of ours leaks', { timeout: 60_000 }, () => {
    const stores = readSources()
      .map((source) => source.path)
      .filter(
        (file) => /^lib\/(?!platform\/).*(store|queries)(\.ts$|\/|-)/.test(file) && !file.includes('.test.'),
      );
    expect(findLeaks(stores)).toEqual([]);
  });
});
