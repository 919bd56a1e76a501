import { expect, test } from 'vitest';
import { buildFixedHeaders, malformedRequestResponse } from './model-fixed-headers.ts';

test('requires https only where people use https', () => {
  expect(buildFixedHeaders(true)).toHaveProperty('strict-transport-security');
  expect(buildFixedHeaders(false)).not.toHaveProperty('strict-transport-security');
});

test.each([
  ['HPE_INVALID_METHOD', '400 Bad Request'],
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
  [undefined, '400 Bad Request'],
])('answers %s with %s and every header', (code, status) => {
  const [first, ...lines] = malformedRequestResponse(code, true).split('\r\n');
  expect(first).toBe(`HTTP/1.1 ${status}`);
  for (const [name, value] of Object.entries(buildFixedHeaders(true)))
    expect(lines).toContain(`${name}: ${value}`);
  expect(lines.slice(-2)).toEqual(['', '']);
});
