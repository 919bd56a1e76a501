import { expect, test } from 'vitest';
import { formatViolations } from './checks/violation.ts';
import { failover } from './scene/failover.ts';
import { reportLine } from './scene/report.ts';

test('loses nothing when the leader is killed and its synchronous standby takes over (seed 20)', async () => {
  const report = await failover({ seed: '20', servers: ['intake', 'intake'], isSynchronous: true });
  console.log(reportLine('failover', report));
  expect(formatViolations(report.violations)).toBe('');
});

test('detects the loss with an asynchronous standby', async () => {
  const { violations } = await failover({ seed: 'asynchronous', servers: ['intake'], isSynchronous: false });
  expect(violations.map(({ description }) => description)).toContainEqual(
    expect.stringMatching(/was acknowledged/),
  );
});
