import { expect, test } from 'vitest';
import { listSeries } from './list-series.ts';

test.each([
  ['up{job="countinghouse"} == 0', ['up']],
  ['sum by (route) (rate(a_seconds_count{status="5xx", route=~"b_total"}[5m])) > 0.05', ['a_seconds_count']],
  ['max(a_total) > 0 and time() - max(b_total) > 86400', ['a_total', 'b_total']],
  ['sum(a) without (instance) / on(job) group_left (x) b offset 5m', ['a', 'b']],
  ['abs(clock_skew) > 1e3', ['clock_skew']],
  ['absent(mispelled_metric)', ['mispelled_metric']],
] as const)('finds the series of %s', (expression, series) => {
  expect(listSeries(expression)).toEqual(series);
});
