import { expect, test } from 'vitest';
import { buildContentSecurityPolicy, buildSecurityHeaders } from './security-headers.ts';

const production = { nonce: 'abc', isSecure: true, isDevelopment: false };

const directives = new Map(
  buildContentSecurityPolicy(production)
    .split('; ')
    .map((directive): [string, string] => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
);

test.each([
  ['script-src', "'self' 'nonce-abc' 'strict-dynamic'"],
  ['style-src', "'self' 'nonce-abc'"],
  ['style-src-attr', "'unsafe-inline'"],
  ['frame-src', "'none'"],
  ['frame-ancestors', "'none'"],
  ['object-src', "'none'"],
  ['base-uri', "'none'"],
  ['form-action', "'self'"],
  ['img-src', "'self' data:"],
  ['connect-src', "'self'"],
])('%s is %s', (name, sources) => {
  expect(directives.get(name)).toBe(sources);
});

test('requires https only where people use https', () => {
  expect(buildSecurityHeaders(production)).toHaveProperty('strict-transport-security');
  expect(buildSecurityHeaders({ ...production, isSecure: false })).not.toHaveProperty(
    'strict-transport-security',
  );
});
