import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { listMetricNames } from '#lib/platform/metrics.ts';
import { listSeries } from './list-series.ts';

const rulesFile = 'docs/monitoring/alerts.yml';
const read = (file: string) => fs.readFileSync(file, 'utf8');

/** Lists the metrics that a file names, without the suffixes that Prometheus adds to histograms. */
const listNamed = (text: string) => [
  ...new Set(
    [...text.matchAll(/\b(countinghouse|process|nodejs)_[a-z0-9_]+/g)].map(([name]) =>
      name.replace(/_(bucket|sum|count)$/, ''),
    ),
  ),
];

test.each([rulesFile, 'docs/monitoring/dashboard.json'])('%s names only metrics that exist', (file) => {
  const named = listNamed(read(file));
  expect(named.length).toBeGreaterThan(5);
  const known = new Set(listMetricNames());
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

const text = z.string().trim().min(1);
const duration = z.string().regex(/^[1-9]\d*[smhd]$/);
const rulesSchema = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: text,
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Countinghouse[A-Z][A-Za-z]+$/),
          expr: text,
          for: duration.optional(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.strictObject({ summary: text, description: text }),
        }),
      ),
    }),
  ),
});

const listRules = () => rulesSchema.parse(parse(read(rulesFile))).groups.flatMap(({ rules }) => rules);

/** Series of a histogram have a suffix. Prometheus itself adds `up` for each process. */
const isKnownSeries = (name: string): boolean =>
  name === 'up' || listMetricNames().includes(name.replace(/_(bucket|sum|count)$/, ''));

test('the rules are complete, and each reads only series that exist', () => {
  const rules = listRules();
  expect(rules.length).toBeGreaterThan(10);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, expr } of rules) {
    const series = listSeries(expr);
    expect(series, alert).not.toEqual([]);
    expect(
      series.filter((name) => !isKnownSeries(name)),
      alert,
    ).toEqual([]);
  }
});

test('the annotations use only labels that their rule keeps', () => {
  for (const { alert, expr, annotations } of listRules()) {
    const used = [
      ...Object.values(annotations)
        .join(' ')
        .matchAll(/\$labels\.(\w+)/g),
    ].map(([, label = '']) => label);
    const kept = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(/,\s*/);
    const isReduced = /\b(?:sum|min|max|avg|count)\b/.test(expr);
    const missing = used.filter((label) => (kept === undefined ? isReduced : !kept.includes(label)));
    expect(missing, alert).toEqual([]);
  }
});

const alertTests = z.object({
  rule_files: z.tuple([z.literal('alerts.yml')]),
  tests: z.array(
    z.object({
      input_series: z.array(z.object({ series: text })),
      alert_rule_test: z.array(z.object({ alertname: text })),
    }),
  ),
});

test('the tests of the rules name only rules and series that exist', () => {
  const { tests } = alertTests.parse(parse(read('docs/monitoring/alerts.test.yml')));
  const known = new Set(listRules().map(({ alert }) => alert));
  const named = tests.flatMap((one) => one.alert_rule_test.map(({ alertname }) => alertname));
  expect(named.filter((name) => !known.has(name))).toEqual([]);
  const series = tests.flatMap((one) => one.input_series.flatMap((input) => listSeries(input.series)));
  expect(series.filter((name) => !isKnownSeries(name))).toEqual([]);
});

test('the dashboard is valid JSON with a query in each panel', () => {
  const dashboard: unknown = JSON.parse(read('docs/monitoring/dashboard.json'));
  expect(dashboard).toMatchObject({ uid: 'countinghouse', panels: expect.any(Array) });
  const written = JSON.stringify(dashboard);
  expect(written.match(/"type":"timeseries"/g)?.length).toBe(written.match(/"refId":"A"/g)?.length);
});

test('each metric of the product has a row in docs/monitoring.md', () => {
  const documented = read('docs/monitoring.md');
  const own = listMetricNames().filter((name) => name.startsWith('countinghouse_'));
  expect(own.filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
});

const hasPromtool = (() => {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** The workflow installs promtool, so there these tests never go missing. */
const runsPromtool = hasPromtool || process.env['GITHUB_ACTIONS'] === 'true';

test.runIf(runsPromtool)('promtool accepts the rules', () => {
  expect(execFileSync('promtool', ['check', 'rules', rulesFile], { encoding: 'utf8' })).toContain('SUCCESS');
});

test.runIf(runsPromtool)('the rules fire when they should', () => {
  const tests = 'docs/monitoring/alerts.test.yml';
  expect(execFileSync('promtool', ['test', 'rules', tests], { encoding: 'utf8' })).toContain('SUCCESS');
});
