import fs from 'node:fs';
import { expect, test, vi } from 'vitest';
import { logRequestError } from './log-request-error.ts';
import { createRequestId, ownRequestIdHeader } from './request-ids.ts';

const secret = 's'.repeat(32);

vi.mock('./env.ts', () => ({ env: { NEXTAUTH_SECRET: 's'.repeat(32) } }));

const part = {
  routerKind: 'App Router',
  routePath: '/[business]/payments',
  routeType: 'render',
  renderSource: 'react-server-components',
  revalidateReason: undefined,
} as const;

/** Returns the line that is written to the log, parsed. */
function readLine(write: () => void): unknown {
  const lines: string[] = [];
  const spy = vi.spyOn(fs, 'writeSync').mockImplementation((_descriptor: number, line: unknown) => {
    lines.push(String(line));
    return Buffer.byteLength(String(line));
  });
  try {
    write();
  } finally {
    spy.mockRestore();
  }
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '');
}

test('logs the digest that the person sees beside the request id and the cause', () => {
  const { requestId, header } = createRequestId(secret);
  const error = Object.assign(new Error('relation "payment" does not exist'), { digest: '1234567' });
  const request = {
    path: '/b/payments?search=Anna%20Example',
    method: 'GET',
    headers: { [ownRequestIdHeader]: header, cookie: 'session=one' },
  };
  const line = readLine(() => logRequestError(error, request, part));
  expect(line).toMatchObject({
    level: 'error',
    msg: 'a request failed',
    requestId,
    digest: '1234567',
    method: 'GET',
    url: '/b/payments',
    route: '/[business]/payments',
    part: 'render',
    error: { message: 'relation "payment" does not exist' },
  });
  expect(JSON.stringify(line)).not.toMatch(/Anna|session=one/);
});

test('hides the secret of a callback address and names no request id of others', () => {
  const request = {
    path: '/api/callbacks/b/mine/withdrawal',
    method: 'POST',
    headers: { [ownRequestIdHeader]: 'forged.proof', 'x-request-id': 'theirs' },
  };
  const line = readLine(() => logRequestError('no error object', request, { ...part, routeType: 'route' }));
  expect(line).toMatchObject({ url: '/api/callbacks/b/…/withdrawal', requestId: null, digest: null });
});
