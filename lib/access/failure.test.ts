import { expect, test, vi } from 'vitest';
import type { Logger } from '#lib/platform/log.ts';
import { Problem, problemCodes } from '#lib/values/errors.ts';
import { toFailure, toHttpStatus } from './failure.ts';

const log = () => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }) satisfies Logger;

test('every code has a status of its own kind', () => {
  expect(problemCodes.map((code) => [code, toHttpStatus(code)])).toEqual([
    ['unauthenticated', 401],
    ['forbidden', 403],
    ['not-found', 404],
    ['invalid', 422],
    ['conflict', 409],
    ['throttled', 429],
    ['unavailable', 503],
    ['service-refused', 502],
    ['service-unreachable', 502],
    ['internal', 500],
  ]);
});

test('a Problem keeps its words and fields, and needs no line in the log', () => {
  const quiet = log();
  const problem = new Problem('conflict', 'Somebody was faster.', { fieldErrors: { id: ['taken'] } });
  expect(toFailure(problem, 'r', quiet)).toEqual({
    ok: false,
    code: 'conflict',
    message: 'Somebody was faster.',
    fieldErrors: { id: ['taken'] },
    requestId: 'r',
  });
  expect(quiet.error).not.toHaveBeenCalled();
});

test.each([
  ['no connection in time', new Error('timeout exceeded when trying to connect')],
  ['nobody listens', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['shutting down', new Error('wrapped', { cause: Object.assign(new Error('x'), { code: '57P01' }) })],
])('a database that is away is said to be: %s', (_what, thrown) => {
  const loud = log();
  expect(toFailure(thrown, 'r', loud)).toMatchObject({ code: 'unavailable', requestId: 'r' });
  expect(loud.error).toHaveBeenCalledWith({ error: thrown }, 'a request failed');
});

test.each([new Error('password=hunter2'), 'a string', null, undefined])(
  'anything else gets out as nothing but the request id: %s',
  (thrown) => {
    const loud = log();
    const told = toFailure(thrown, 'request-1', loud);
    expect(told).toMatchObject({ code: 'internal', requestId: 'request-1' });
    expect(JSON.stringify(told)).not.toContain('hunter2');
    expect(loud.error).toHaveBeenCalledOnce();
  },
);
