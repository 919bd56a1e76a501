import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { projectFolder } from '#scripts/settings.ts';
import { openFilledDatabase } from './filled-database.ts';

/** The folder of the database with this number of payments, which later runs reuse. */
export const benchFolder = (payments: number): string =>
  path.join(projectFolder, '.data', `bench-lists-${payments}`);

type Answer = { readonly ms: number; readonly size: number | null };

/** Times and sizes by page and read. */
export type ListTimes = ReadonlyMap<string, Answer>;
const toKey = (page: string, group: string): string => `${page} ${group}`;

const line = z.object({ page: z.string(), alike: z.string(), ms: z.number(), size: z.number().nullable() });

/** Measures the same reads of a database with fewer payments, which the first run creates. */
export async function measureSmallerDatabase(
  payments: number,
  pages: string | undefined,
): Promise<ListTimes> {
  const { environment, stop } = await openFilledDatabase(benchFolder(payments), payments);
  try {
    const chosen = pages === undefined ? [] : ['--pages', pages];
    const child = spawn(
      process.execPath,
      ['--conditions=react-server', 'tools/bench/bench-lists.ts', '--all', ...chosen],
      { cwd: projectFolder, env: environment, stdio: ['ignore', 'pipe', process.stderr] },
    );
    const ended = once(child, 'exit');
    const taken = new Map<string, Answer>();
    for await (const text of createInterface({ input: child.stdout })) {
      if (!text.startsWith('{')) continue;
      const read = line.safeParse(JSON.parse(text));
      if (read.success) taken.set(toKey(read.data.page, read.data.alike), read.data);
    }
    const [code] = await ended;
    if (code !== 0) throw new Error('the smaller database could not be measured');
    return taken;
  } finally {
    await stop();
  }
}

type Read = Answer & { readonly page: string; readonly group: string };

/** Maximum ratio of the database time to that of the smaller database. */
const most = 1.5;

const rounded = (value: number) => Math.round(value * 100) / 100;
type Pair = Read & { readonly small: Answer; readonly times: number };

/**
 * Returns true where both return a similar number of rows: a page of fifty costs more than one of five, with any
 * number of rows after it.
 */
const haveSameSize = ({ size, small }: Pair): boolean =>
  size === null || small.size === null || size <= small.size * 1.1;

function together(pairs: readonly Pair[]) {
  const sorted = pairs.map(({ times }) => times).toSorted((left, right) => left - right);
  const sum = (of: (pair: Pair) => number) => pairs.reduce((total, pair) => total + of(pair), 0);
  return {
    reads: pairs.length,
    medianTimes: rounded(sorted[Math.floor(sorted.length / 2)] ?? 0),
    timesTogether: rounded(sum(({ ms }) => ms) / sum(({ small }) => small.ms)),
    over: pairs.filter(({ times }) => times > most).length,
  };
}

const shown = (pair: Pair | undefined) =>
  pair === undefined
    ? null
    : {
        ms: rounded(pair.ms),
        rows: pair.size,
        beside: rounded(pair.small.ms),
        besideRows: pair.small.size,
        times: rounded(pair.times),
      };

/**
 * Returns the ratios to the smaller database, in groups. The first group is first and deep pages. The others are reads
 * that return as many rows in both, and reads for which this one returns more.
 */
export function compareWithSmaller(measured: readonly Read[], smaller: ListTimes): readonly object[] {
  const pairs = measured.flatMap((read) => {
    const small = smaller.get(toKey(read.page, read.group));
    return small === undefined || small.ms === 0 ? [] : [{ ...read, small, times: read.ms / small.ms }];
  });
  return [...new Set(pairs.map(({ page }) => page))].map((page) => {
    const of = pairs.filter((pair) => pair.page === page);
    return {
      bench: 'lists beside',
      page,
      first: shown(of.find(({ group }) => group === 'first page')),
      deep: shown(of.find(({ group }) => group === 'deep page')),
      alike: together(of.filter(haveSameSize)),
      answeringMore: together(of.filter((pair) => !haveSameSize(pair))),
    };
  });
}
