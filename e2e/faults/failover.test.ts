import { expect, test } from 'vitest';
import { shown } from './checks/violation.ts';
import { failover } from './scene/failover.ts';
import { reportLine } from './scene/report.ts';

test('the leader is killed, and its synchronous standby leads on (seed 20)', async () => {
  const report = await failover('20', ['intake', 'intake']);
  console.log(reportLine('failover', report));
  expect(shown(report.violations)).toBe('');
  expect(report.figures.killedDatabases).toBe(1);
});
