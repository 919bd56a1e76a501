import { expect } from '@playwright/test';
import fc from 'fast-check';
import { builtActions } from '#tools/testing/built-actions.ts';
import { builtRoutes } from './crossing/built-routes.ts';
import { businessRoutes } from './crossing/expectations.ts';
import { actions } from './crossing/expected-actions.ts';
import { postForm, toPath } from './crossing/request.ts';
import { mapConcurrently } from './crossing/surfaces.ts';
import type { TestWorld } from './crossing/world.ts';
import { test } from './crossing/world.ts';

/**
 * An owner sends hostile addresses and actions to the built web app. It never fails internally, and its messages
 * are understandable.
 */

let world: TestWorld;

test.describe.configure({ mode: 'serial' });

test.beforeAll(({ world: ofWorker }) => {
  world = ofWorker;
});

/** Hostile text for any input. */
const typed: readonly string[] = [
  '<img src=x onerror=alert(1)>',
  '\u202Efdp.exe',
  'x'.repeat(3_000),
  '=HYPERLINK("https://evil.example")',
  "'; DROP TABLE payment; --",
  '%00',
  '\u0000',
  '%',
  '-1',
  '1e400',
  '9'.repeat(60),
  '9999-99-99..0000-00-00',
  'EUR:..,USD:9..1',
  'newest.asc,__proto__',
  '../../etc/passwd',
  '{"$gt":""}',
];
const names = [
  'q',
  'status',
  'sort',
  'after',
  'before',
  'only',
  'except',
  'columns',
  'view',
  'open',
  'from',
  'to',
  'object',
  'format',
  'expectedDisplayAmount',
  'depositReceivedAt',
  'displayCurrency',
  'case',
  'day',
  '__proto__',
  'constructor',
];

test('answers any address with an understandable message', async () => {
  const built = builtRoutes();
  const routes = Object.keys(businessRoutes).filter(
    (route) => built.includes(route) && !route.endsWith('/live/route'),
  );
  const queries = routes.flatMap((route, seed) => [
    // All parameters at once, and a random subset of them.
    [route, names.map((name, index) => [name, typed[index % typed.length] ?? ''] as const)] as const,
    ...fc
      .sample(
        fc.uniqueArray(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...typed)), {
          minLength: 1,
          maxLength: 3,
          selector: ([name]) => name,
        }),
        { numRuns: 1, seed },
      )
      .map((pairs) => [route, pairs] as const),
  ]);
  const wrong = await mapConcurrently(queries, async ([route, pairs]) => {
    const query = pairs
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&')
      .slice(0, 6_000);
    const requestUrl = `${toPath(route, world.place)}?${query.replace(/%[0-9A-F]?$/, '')}`;
    const response = await fetch(`${world.server.address}${requestUrl}`, {
      redirect: 'manual',
      headers: { cookie: world.owner.cookie },
    });
    const text = await response.text();
    const isCalm = response.status < 500 && !text.includes('Something went wrong on our side');
    return isCalm ? [] : [`${requestUrl.slice(0, 200)}: ${response.status}`];
  });
  expect(wrong.flat()).toEqual([]);
});

test('answers a hostile path segment with not found', async () => {
  for (const part of [
    '%00',
    '..%2f..%2fetc',
    '%E0%A4%A',
    encodeURIComponent(typed[0] ?? ''),
    'x'.repeat(2_000),
  ])
    for (const before of [
      `/${world.place.business}/payments`,
      `/api/businesses/${world.place.business}/payments`,
      `/api/businesses`,
    ])
      expect
        .soft(
          (
            await fetch(`${world.server.address}${before}/${part}`, {
              redirect: 'manual',
              headers: { cookie: world.owner.cookie },
            })
          ).status,
          `${before}/${part.slice(0, 40)}`,
        )
        .toBeLessThan(500);
});

test('answers programs at any address and method of theirs in the form of their protocol', async () => {
  const forms: Readonly<Record<string, readonly [type: string, status: number]>> = {
    '/api/v1': ['application/problem+json', 401],
    '/api/v1/payments/x/y': ['application/problem+json', 401],
    '/api/v1/openapi.json': ['application/problem+json', 405],
    '/api/mcp': ['application/problem+json', 401],
    '/api/scim/v2': ['application/scim+json', 401],
    '/api/scim/v2/Users': ['application/scim+json', 401],
  };
  for (const [path, [type, status]] of Object.entries(forms))
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const response = await fetch(`${world.server.address}${path}`, { method, redirect: 'manual' });
      const { headers } = response;
      expect
        .soft(
          [response.status, headers.get('content-type'), headers.has('x-request-id')],
          `${method} ${path}`,
        )
        .toEqual([status, type, true]);
    }
});

test('accepts or refuses an action with any field, without an internal error', async () => {
  const wild: readonly unknown[] = [...typed, null, 0, -1, 1e21, true, [], {}, [[]], { toString: 'x' }, ''];
  const wrong: string[] = [];
  let counter = 0;
  for (const { id, name } of builtActions()) {
    const listed = actions[name];
    // Uses the same business for all: another time zone or role would change later results.
    if (listed === undefined) continue;
    const right = listed.input(world.place);
    if (typeof right !== 'object' || right === null) continue;
    const fields = Object.keys(right).filter((field) => field !== 'businessId');
    const inputs: unknown[] = [null, [], 'x'];
    // any-input.test.ts gives every schema many more.
    for (const field of fields) {
      inputs.push({ ...right, [field]: wild[counter % wild.length] });
      counter += 1;
    }
    const answers = await mapConcurrently(inputs, (input) =>
      postForm(world.server.address, id, input, world.owner),
    );
    for (const [index, { status, text }] of answers.entries()) {
      const refusal = /"ok":false,"code":"([a-z-]+)","message":"([^"]*)"/.exec(text);
      const isCalm =
        status === 200 &&
        (refusal === null
          ? text.includes('"ok":true')
          : refusal[1] !== 'internal' &&
            refusal[2] !== '' &&
            !refusal[2]?.startsWith('You have too many requests'));
      if (!isCalm)
        wrong.push(
          `${name} ${JSON.stringify(inputs[index])?.slice(0, 150)}: ${status} ${refusal?.[1] ?? text.slice(0, 80)}`,
        );
    }
  }
  expect(wrong).toEqual([]);
});
