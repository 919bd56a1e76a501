import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routePatterns, toRoute } from './route-patterns.ts';

const business = '0d9e1c8a-1111-4222-8333-444455556666';

test('lists every route of the web app', () => {
  const routes = globSync('app/**/{page.tsx,route.ts}')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('[...'))
    .map((file) => file.replace(/^app/, '').replace(/\/(page\.tsx|route\.ts)$/, ''))
    .map((route) => route.replaceAll(/\/\([^)]*\)/g, '') || '/');
  expect([...routePatterns].toSorted()).toEqual([...new Set(routes)].toSorted());
});

test.each([
  ['/', '/'],
  [`/${business}/payments`, '/[business]/payments'],
  [`/${business}/payments/new`, '/[business]/payments/new'],
  [`/${business}/payments/${business}`, '/[business]/payments/[payment]'],
  [`/api/businesses/${business}/payments/count`, '/api/businesses/[business]/[list]/count'],
  [`/api/businesses/${business}/overview`, '/api/businesses/[business]/overview'],
  ['/invitation/s3cr3t', '/invitation/[token]'],
  [`/api/callbacks/${business}/s3cr3t/withdrawal`, '/api/callbacks/[business]/[secret]/[kind]'],
  ['/_next/static/chunks/a.js', '/_next'],
  ['/api/auth/callback/credentials', '/api/auth'],
  ['/wp-login/payments', 'other'],
  ['/favicon.ico', 'other'],
])('labels %s as %s', (path, route) => {
  expect(toRoute(path)).toBe(route);
});
