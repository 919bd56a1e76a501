import { expect, test, vi } from 'vitest';
import { ConnectionError } from '#lib/database/errors.ts';
import { OutageLog } from '#lib/platform/outage-log.ts';
import { logFailure } from './log-failure.ts';

const createLog = () => ({ info: vi.fn(), warn: vi.fn(), error: vi.fn() });

test('logs an outage of the database once and without a stack, whatever its attempts report', () => {
  const [log, outage] = [createLog(), new OutageLog()];
  for (const code of ['ECONNREFUSED', '57P03', 'ECONNRESET'])
    logFailure(log, Object.assign(new Error('connect'), { code }), outage);
  logFailure(log, new ConnectionError('no connection in time'), outage);
  expect(log.warn.mock.calls).toEqual([[{ reason: 'ECONNREFUSED' }, 'job waits for the database']]);
  expect(log.error).not.toHaveBeenCalled();
  expect(outage.succeed()).toMatchObject({ failures: 4 });
});

test('logs each other failure once, with its stack', () => {
  const [log, outage] = [createLog(), new OutageLog()];
  const [first, second] = [new Error('first'), new Error('second')];
  for (const failure of [first, first, second, second]) logFailure(log, failure, outage);
  expect(log.error.mock.calls.map(([fields]) => fields)).toEqual([{ error: first }, { error: second }]);
});
