import * as z from 'zod';

const mostOfAReason = 1_500;

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
    }),
  ),
});
const playwrightSuite = z.object({
  specs: z.array(playwrightSpec).default([]),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});
const playwrightReport = z.object({ suites: z.array(playwrightSuite) });

type Suite = z.infer<typeof playwrightSuite>;

const printFailure = (name: string, reasons: readonly string[]) => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Playwright colours its messages
  const reason = reasons.join('\n').replaceAll(/\u001b\[[0-9;]*m/g, '');
  return `FAILED ${name}\n${reason.slice(0, mostOfAReason)}`;
};

const listSpecs = (suite: Suite): Suite['specs'] => [...suite.specs, ...suite.suites.flatMap(listSpecs)];

/** Returns a text for each failed test of Vitest's or Playwright's JSON report, with the start of its reason. */
export function listFailures(report: unknown): readonly string[] {
  const vitest = vitestReport.safeParse(report);
  if (vitest.success)
    return vitest.data.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => printFailure(`${name}: ${fullName}`, failureMessages ?? [])),
    );
  return playwrightReport
    .parse(report)
    .suites.flatMap(listSpecs)
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) =>
      printFailure(
        `${file}: ${title}`,
        tests.flatMap(({ results }) =>
          results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)),
        ),
      ),
    );
}
