import { expect, test, vi } from 'vitest';
import { ConnectionError } from '#lib/database/errors.ts';
import type { Logger } from '#lib/platform/log.ts';
import { Problem, problemCodes } from '#lib/values/errors.ts';
import { toFailure, toHttpStatus } from './failure.ts';

const log = () => ({ info: vi.fn(), warn: vi.fn(), error: vi.fn() }) satisfies Logger;

test('every code has its HTTP status', () => {
  expect(problemCodes.map((code) => [code, toHttpStatus(code)])).toEqual([
    ['unauthenticated', 401],
    ['forbidden', 403],
    ['reauthentication-required', 403],
    ['not-found', 404],
    ['invalid', 422],
    ['conflict', 409],
    ['throttled', 429],
    ['unavailable', 503],
    ['service-refused', 502],
    ['service-unreachable', 502],
    ['outdated', 409],
    ['internal', 500],
  ]);
});

test('a Problem keeps its message and fields, and is logged without values', () => {
  const logger = log();
  const problem = new Problem('conflict', 'This record has changed.', { fieldErrors: { id: ['taken'] } });
  expect(toFailure(problem, 'r', logger)).toEqual({
    ok: false,
    code: 'conflict',
    message: 'This record has changed.',
    fieldErrors: { id: ['taken'] },
    requestId: 'r',
  });
  expect(logger.error).not.toHaveBeenCalled();
  expect(logger.info.mock.calls).toEqual([[{ code: 'conflict', fields: ['id'] }, 'refused']]);
});

test('what is only missing is not logged', () => {
  const logger = log();
  toFailure(new Problem('not-found', 'No such payment.'), 'r', logger);
  expect(logger.info).not.toHaveBeenCalled();
});

test.each([
  ['no connection in time', new ConnectionError('no connection in time')],
  ['connection refused', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['shutting down', new Error('wrapped', { cause: Object.assign(new Error('x'), { code: '57P01' }) })],
])('reports an unavailable database: %s', (_name, thrown) => {
  const logger = log();
  expect(toFailure(thrown, 'r', logger)).toMatchObject({ code: 'unavailable', requestId: 'r' });
  expect(logger.error).not.toHaveBeenCalled();
  expect(logger.warn).toHaveBeenCalledWith(
    { reason: expect.any(String) },
    'a request failed, because the database is unreachable',
  );
});

test.each([
  new Error('password=hunter2'),
  new Error('timeout exceeded when trying to connect'),
  'a string',
  null,
  undefined,
])('reports other errors only by their request id: %s', (thrown) => {
  const logger = log();
  const failure = toFailure(thrown, 'request-1', logger);
  expect(failure).toMatchObject({ code: 'internal', requestId: 'request-1' });
  expect(JSON.stringify(failure)).not.toContain('hunter2');
  expect(logger.error).toHaveBeenCalledOnce();
});
