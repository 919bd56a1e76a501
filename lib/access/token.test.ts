import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { decode, encode } from 'next-auth/jwt';
import { expect, test, vi } from 'vitest';
import { decodeToken, encodeToken, hasAcceptedAlgorithm } from './token.ts';

const secret = 'a-test-secret-that-is-long-enough-to-pass';
vi.mock('#lib/platform/env.ts', () => ({
  env: { NEXTAUTH_SECRET: 'a-test-secret-that-is-long-enough-to-pass' },
}));

const withHeader = (token: string, header: object) =>
  [Buffer.from(JSON.stringify(header)).toString('base64url'), ...token.split('.').slice(1)].join('.');

/** Returns a valid token of another algorithm (RFC 7518, 5.2.3) under our own key. */
function encryptWithCbc(claims: object): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'NextAuth.js Generated Encryption Key', 32));
  const header = Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A128CBC-HS256' })).toString('base64url');
  const start = randomBytes(16);
  const cipher = createCipheriv('aes-128-cbc', key.subarray(16), start);
  const content = Buffer.concat([cipher.update(JSON.stringify(claims)), cipher.final()]);
  const bits = Buffer.alloc(8);
  bits.writeUInt32BE(header.length * 8, 4);
  const tag = createHmac('sha256', key.subarray(0, 16))
    .update(Buffer.concat([Buffer.from(header), start, content, bits]))
    .digest()
    .subarray(0, 16);
  return [header, '', ...[start, content, tag].map((part) => part.toString('base64url'))].join('.');
}

test('reads its own tokens under their salt only', async () => {
  const token = await encodeToken({ sub: 'one' }, { salt: 'device', maxAge: 60 });
  expect(await decodeToken(token, 'device')).toMatchObject({ sub: 'one' });
  expect(await decodeToken(token)).toBeNull();
  expect(await decodeToken(await encode({ token: { sid: 'two' }, secret }))).toMatchObject({ sid: 'two' });
  expect(await decodeToken(await encode({ token: { sid: 'two' }, secret: `${secret}x` }))).toBeNull();
});

test('accepts one algorithm only, also where next-auth accepts another', async () => {
  const token = await encodeToken({ sub: 'one' }, { salt: '', maxAge: 60 });
  expect(hasAcceptedAlgorithm(token)).toBe(true);
  for (const header of [
    { alg: 'none' },
    { alg: 'HS256' },
    { alg: 'dir', enc: 'A128CBC-HS256' },
    { alg: 'A256KW', enc: 'A256GCM' },
  ]) {
    expect(hasAcceptedAlgorithm(withHeader(token, header)), JSON.stringify(header)).toBe(false);
    expect(await decodeToken(withHeader(token, header))).toBeNull();
  }
  for (const broken of ['', '.', 'x.y.z', `${Buffer.from('[]').toString('base64url')}.a`])
    expect(await decodeToken(broken)).toBeNull();
  const other = encryptWithCbc({ sid: 'two', exp: Math.floor(Date.now() / 1_000) + 60 });
  // Only the list refuses it.
  expect(await decode({ token: other, secret })).toMatchObject({ sid: 'two' });
  expect(await decodeToken(other)).toBeNull();
});
