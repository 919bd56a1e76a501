import * as z from 'zod';

const listed = 5;

const vitestReport = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});

const playwrightSuite = z.object({
  specs: z
    .array(
      z.object({
        file: z.string(),
        tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
      }),
    )
    .default([]),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});
const playwrightReport = z.object({ suites: z.array(playwrightSuite) });

type Suite = z.infer<typeof playwrightSuite>;
type Time = readonly [file: string, milliseconds: number];

const listTimes = (suite: Suite): readonly Time[] => [
  ...suite.specs.flatMap(({ file, tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }): Time => [file, duration])),
  ),
  ...suite.suites.flatMap(listTimes),
];

function readTimes(report: unknown): readonly Time[] {
  const vitest = vitestReport.safeParse(report);
  if (vitest.success)
    return vitest.data.testResults.map(({ name, startTime, endTime }): Time => [name, endTime - startTime]);
  const playwright = playwrightReport.safeParse(report);
  return playwright.success ? playwright.data.suites.flatMap(listTimes) : [];
}

/** Returns a line for each of the slowest files of Vitest's or Playwright's JSON report. */
export function listSlowFiles(report: unknown): readonly string[] {
  const totals = new Map<string, number>();
  for (const [file, milliseconds] of readTimes(report))
    totals.set(file, (totals.get(file) ?? 0) + milliseconds);
  return [...totals]
    .sort(([, left], [, right]) => right - left)
    .slice(0, listed)
    .map(([file, total]) => `${(total / 1_000).toFixed(1).padStart(6)} s  ${file}`);
}
