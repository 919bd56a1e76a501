import fs from 'node:fs';
import * as z from 'zod';

export type Count = { readonly passed: number; readonly failed: number };

export const nothing: Count = { passed: 0, failed: 0 };

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

/** Totals the counts of the stages. */
export function sum(counts: readonly Count[]): Count {
  return counts.reduce(
    (total, count) => ({ passed: total.passed + count.passed, failed: total.failed + count.failed }),
    nothing,
  );
}

/** Reads Vitest's or Playwright's JSON report. A test that passed only in a retry counts as failed. */
export function readReport(file: string): Count {
  if (!fs.existsSync(file)) return nothing;
  const report: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
  const vitest = vitestReport.safeParse(report);
  if (vitest.success) return { passed: vitest.data.numPassedTests, failed: vitest.data.numFailedTests };
  const { stats } = playwrightReport.parse(report);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}
