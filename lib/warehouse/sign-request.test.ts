import { expect, test } from 'vitest';
import { encodePart, signPut } from './sign-request.ts';

test('signs as the example of Amazon S3', () => {
  const { authorization } = signPut(
    new URL('https://examplebucket.s3.amazonaws.com/test%24file.text'),
    {
      sha256: '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      at: Date.UTC(2013, 4, 24),
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    },
    {
      keyId: 'AKIAIOSFODNN7EXAMPLE',
      secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
    },
  );
  expect(authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class,Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  );
});

test('encodes what a path may not have', () => {
  expect(encodePart("a b(1)*!'$é")).toBe('a%20b%281%29%2A%21%27%24%C3%A9');
});
