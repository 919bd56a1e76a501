import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { projectFolder } from '#scripts/settings.ts';
import { openFilled } from './filled-database.ts';

/** Where a database of so many payments is kept for the next run. */
export const benchFolder = (payments: number): string =>
  path.join(projectFolder, '.data', `bench-lists-${payments}`);

type Answer = { readonly ms: number; readonly size: number | null };

/** What the database takes for a read and how much that answers, by its page and by what is read. */
export type Taken = ReadonlyMap<string, Answer>;
const keyOf = (page: string, alike: string): string => `${page} ${alike}`;

const line = z.object({ page: z.string(), alike: z.string(), ms: z.number(), size: z.number().nullable() });

/** The same reads of a database with fewer payments, which is made at the first run, measured the same way. */
export async function measureBeside(payments: number, pages: string | undefined): Promise<Taken> {
  const { environment, stop } = await openFilled(benchFolder(payments), payments);
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
      if (read.success) taken.set(keyOf(read.data.page, read.data.alike), read.data);
    }
    const [code] = await ended;
    if (code !== 0) throw new Error('the smaller database could not be measured');
    return taken;
  } finally {
    await stop();
  }
}

type Read = Answer & { readonly page: string; readonly alike: string; readonly walks: boolean };

/** The database's share may be at most so many times that of the smaller database. */
const most = 1.5;

const rounded = (value: number) => Math.round(value * 100) / 100;
type Pair = Read & { readonly small: Answer; readonly times: number };

/** Whether both answer as much: a page of fifty costs more than one of five, however many rows lie behind it. */
const answersAlike = ({ size, small }: Pair): boolean =>
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
 * How many times as long as in the smaller database: first and deep page; the reads to whose rows indexes lead, where both
 * answer as much and where this one answers more; and the reads that go through the list in stretches, which end soon
 * where the list does.
 */
export function besideLines(measured: readonly Read[], smaller: Taken): readonly object[] {
  const pairs = measured.flatMap((read) => {
    const small = smaller.get(keyOf(read.page, read.alike));
    return small === undefined || small.ms === 0 ? [] : [{ ...read, small, times: read.ms / small.ms }];
  });
  return [...new Set(pairs.map(({ page }) => page))].map((page) => {
    const of = pairs.filter((pair) => pair.page === page);
    const [walked, led] = [of.filter(({ walks }) => walks), of.filter(({ walks }) => !walks)];
    return {
      bench: 'lists beside',
      page,
      first: shown(of.find(({ alike }) => alike === 'first page')),
      deep: shown(of.find(({ alike }) => alike === 'deep page')),
      alike: together(led.filter(answersAlike)),
      answeringMore: together(led.filter((pair) => !answersAlike(pair))),
      walked: together(walked),
    };
  });
}
