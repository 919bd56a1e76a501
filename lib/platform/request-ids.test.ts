import { expect, test } from 'vitest';
import { createRequestId, sanitizeOutsideId, verifyRequestId } from './request-ids.ts';

const secret = 's'.repeat(32);

test('accepts only its own request ids', () => {
  const { requestId, header } = createRequestId(secret);
  expect(verifyRequestId(header, secret)).toBe(requestId);
  const [, proof] = header.split('.');
  for (const forged of [
    null,
    '',
    requestId,
    `${requestId}.`,
    `${crypto.randomUUID()}.${proof}`,
    `${header}x`,
  ])
    expect(verifyRequestId(forged, secret)).toBeNull();
  expect(verifyRequestId(header, 'another secret')).toBeNull();
});

test('bounds and sanitizes an id from outside', () => {
  expect(sanitizeOutsideId('Root=1-67891233-abcdef;Parent=x')).toBe('Root=1-67891233-abcdef;Parent=x');
  expect(sanitizeOutsideId('a b\r\n<script>\u001b[31m')).toBe('a_b___script___31m');
  expect(sanitizeOutsideId('x'.repeat(10_000))).toHaveLength(128);
  expect(sanitizeOutsideId(null)).toBeNull();
  expect(sanitizeOutsideId('')).toBeNull();
});
