import { expect, test } from 'vitest';
import { shown } from './checks/violation.ts';
import { failover } from './scene/failover.ts';
import { reportLine } from './scene/report.ts';

test('the leader is killed, and its synchronous standby leads on (seed 20)', async () => {
  const report = await failover({ seed: '20', doors: ['intake', 'intake'], isSynchronous: true });
  console.log(reportLine('failover', report));
  expect(shown(report.violations)).toBe('');
});

test('with a standby that commits do not wait for, the loss is found', async () => {
  const { violations } = await failover({ seed: 'asynchronous', doors: ['intake'], isSynchronous: false });
  expect(violations.map(({ said }) => said)).toContainEqual(expect.stringMatching(/was acknowledged/));
});
