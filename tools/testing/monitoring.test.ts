import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { listMetricNames } from '#lib/platform/metrics.ts';

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

test('the dashboard is valid JSON with a query in each panel', () => {
  const dashboard: unknown = JSON.parse(read('docs/monitoring/dashboard.json'));
  expect(dashboard).toMatchObject({ uid: 'countinghouse', panels: expect.any(Array) });
  const text = JSON.stringify(dashboard);
  expect(text.match(/"type":"timeseries"/g)?.length).toBe(text.match(/"refId":"A"/g)?.length);
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

test.runIf(hasPromtool)('promtool accepts the rules', () => {
  expect(execFileSync('promtool', ['check', 'rules', rulesFile], { encoding: 'utf8' })).toContain('SUCCESS');
});

test.runIf(hasPromtool)('the rules fire when they should', () => {
  const tests = 'docs/monitoring/alerts.test.yml';
  expect(execFileSync('promtool', ['test', 'rules', tests], { encoding: 'utf8' })).toContain('SUCCESS');
});
