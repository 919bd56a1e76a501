import fs from 'node:fs';
import * as z from 'zod';

/** A source file of the web app. */
type Source = { readonly path: string; readonly text: string };

export const vercelSettings = z.object({
  functions: z.record(z.string(), z.object({ maxDuration: z.number() })),
  crons: z.array(z.object({ path: z.string(), schedule: z.string() })),
  /** Functions run beside the database, in one region. */
  regions: z.tuple([z.string()]),
});
type Settings = z.infer<typeof vercelSettings>;

/** The longest duration of a function on a paid plan, in seconds. */
const longestDuration = 300;
/** The longest body of a request to a function. */
const longestBodyBytes = 4.5 * 1_000_000;

/** Returns the duration that vercel.json allows this file, or undefined if it names none. */
function findAllowedDuration(settings: Settings, file: string): number | undefined {
  const durations = Object.entries(settings.functions)
    .filter(([pattern]) => file.startsWith(pattern.split('*', 1)[0] ?? pattern))
    .map(([, { maxDuration }]) => maxDuration);
  return durations.length === 0 ? undefined : Math.min(...durations);
}

const exportedDuration = /^export const maxDuration = (\d+);$/m;
const workBudget = /^const budgetMs = ([\d_]+);$/m;

/** Returns a line for each route whose duration contradicts vercel.json, the plan or its own time budget. */
export function listDurationConflicts(settings: Settings, sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const own = exportedDuration.exec(text)?.[1];
    if (own === undefined) return [];
    const seconds = Number(own);
    const allowed = findAllowedDuration(settings, path) ?? longestDuration;
    const budget = Number((workBudget.exec(text)?.[1] ?? '0').replaceAll('_', '')) / 1_000;
    return [
      ...(seconds > Math.min(allowed, longestDuration) ? [`${path}: ${seconds} s > ${allowed} s`] : []),
      ...(budget >= seconds ? [`${path}: ${budget} s of work in ${seconds} s`] : []),
    ];
  });
}

const writes =
  /\b(?:writeFile|appendFile|mkdir|mkdtemp|createWriteStream|rename|copyFile|cp|rm|unlink|truncate)(?:Sync)?\(|\bopen(?:Sync)?\([^)]*'[awr]\+?'/;

/**
 * The first writes below DATA_DIR: without a disk it is off, or its failure is expected. The others write to
 * the folder for temporary files, which Vercel has, too.
 */
const guardedWriters: readonly string[] = [
  'lib/audit/anchors/anchor-file.ts',
  'lib/warehouse/copy-records.ts',
  'lib/warehouse/work-folders.ts',
  'lib/warehouse/write-file.ts',
];

/** Returns the files of the web app that can write to the disk. */
export function listWriters(sources: readonly Source[]): string[] {
  return sources
    .filter(
      ({ path, text }) => /from '(?:node:)?fs(?:\/promises)?'/.test(text) && !guardedWriters.includes(path),
    )
    .filter(({ text }) => writes.test(text))
    .map(({ path }) => path);
}

/** One call a minute runs the jobs that are due. */
const scheduler = { path: '/api/cron', schedule: '* * * * *' };

/** Returns a line for each scheduled call that differs from the one that runs all jobs. */
export function listCronConflicts({ crons }: Settings): string[] {
  const toLine = ({ path, schedule }: Settings['crons'][number]) => `${path} ${schedule}`;
  const expected = toLine(scheduler);
  const lines = crons.map(toLine);
  return [
    ...(lines.includes(expected) ? [] : [`${expected}: missing`]),
    ...lines.filter((line) => line !== expected).map((line) => `${line}: not needed`),
  ];
}

/** Returns a line for each body that a function of ours may receive beyond the limit of Vercel. */
export function listLargeBodies(limits: Readonly<Record<string, number>>): string[] {
  return Object.entries(limits)
    .filter(([, bytes]) => bytes > longestBodyBytes)
    .map(([name, bytes]) => `${name}: ${bytes} bytes`);
}

/** Reads the sources that a function on Vercel can run. */
export function readWebSources(): Source[] {
  return fs
    .globSync([
      'app/**/*.{ts,tsx}',
      'components/**/*.{ts,tsx}',
      'lib/**/*.ts',
      'proxy.ts',
      'instrumentation.ts',
    ])
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
    .map((path) => ({ path, text: fs.readFileSync(path, 'utf8') }));
}
