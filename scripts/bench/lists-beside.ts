import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { projectFolder } from '../settings.ts';
import { openFilled } from './filled-database.ts';

/** What the database takes for a read, in milliseconds, by its page and by what is read. */
export type Taken = ReadonlyMap<string, number>;
const keyOf = (page: string, alike: string): string => `${page} ${alike}`;

const line = z.object({ page: z.string(), alike: z.string(), ms: z.number() });

/** The same reads of a database with fewer payments, which is made at the first run, measured the same way. */
export async function measureBeside(payments: number, pages: string | undefined): Promise<Taken> {
  const folder = path.join(projectFolder, '.data', `bench-lists-${payments}`);
  const { environment, stop } = await openFilled(folder, payments);
  try {
    const chosen = pages === undefined ? [] : ['--pages', pages];
    const child = spawn(
      process.execPath,
      ['--conditions=react-server', 'scripts/bench-lists.ts', '--all', ...chosen],
      { cwd: projectFolder, env: environment, stdio: ['ignore', 'pipe', process.stderr] },
    );
    const ended = once(child, 'exit');
    const taken = new Map<string, number>();
    for await (const text of createInterface({ input: child.stdout })) {
      if (!text.startsWith('{')) continue;
      const read = line.safeParse(JSON.parse(text));
      if (read.success) taken.set(keyOf(read.data.page, read.data.alike), read.data.ms);
    }
    const [code] = await ended;
    if (code !== 0) throw new Error('the smaller database could not be measured');
    return taken;
  } finally {
    await stop();
  }
}

type Read = { readonly page: string; readonly alike: string; readonly walks: boolean; readonly ms: number };

/** The database's share may be at most so many times that of the smaller database. */
const most = 1.5;

const rounded = (value: number) => Math.round(value * 100) / 100;
type Pair = { readonly ms: number; readonly small: number; readonly times: number };

function together(pairs: readonly Pair[]) {
  const sorted = pairs.map(({ times }) => times).toSorted((left, right) => left - right);
  const sum = (part: 'ms' | 'small') => pairs.reduce((total, pair) => total + pair[part], 0);
  return {
    reads: pairs.length,
    medianTimes: rounded(sorted[Math.floor(sorted.length / 2)] ?? 0),
    timesTogether: rounded(sum('ms') / sum('small')),
    over: pairs.filter(({ times }) => times > most).length,
  };
}

/**
 * How many times as long as in the smaller database: first and deep page; the reads to whose rows indexes lead, and
 * apart from them those that go through the list in stretches, which end soon where the list does.
 */
export function besideLines(measured: readonly Read[], smaller: Taken): readonly object[] {
  const pairs = measured.flatMap(({ page, alike, walks, ms }) => {
    const small = smaller.get(keyOf(page, alike));
    return small === undefined || small === 0 ? [] : [{ page, alike, walks, ms, small, times: ms / small }];
  });
  return [...new Set(pairs.map(({ page }) => page))].map((page) => {
    const of = pairs.filter((pair) => pair.page === page);
    const one = (alike: string) => of.find((pair) => pair.alike === alike);
    const [first, deep] = [one('first page'), one('deep page')].map((pair) =>
      pair === undefined
        ? null
        : { ms: rounded(pair.ms), beside: rounded(pair.small), times: rounded(pair.times) },
    );
    return {
      bench: 'lists beside',
      page,
      first,
      deep,
      indexed: together(of.filter(({ walks }) => !walks)),
      walked: together(of.filter(({ walks }) => walks)),
    };
  });
}
