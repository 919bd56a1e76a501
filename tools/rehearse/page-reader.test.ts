import http from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { classifyPage, startReading } from './page-reader.ts';

const page = '<!doctype html><html lang="en"><title>Deposits</title><main>Deposits</main></html>';

test.each([
  ['a complete page', { status: 200, location: null, body: page }, 'shown'],
  ['a page that ends in the middle', { status: 200, location: null, body: page.slice(0, 60) }, 'broken'],
  [
    'an error page of Next',
    { status: 200, location: null, body: `<html id="__next_error__">${page}` },
    'broken',
  ],
  [
    'an error in a part',
    { status: 200, location: null, body: `<template data-dgst="12"></template>${page}` },
    'broken',
  ],
  [
    'an error in the data of a page',
    { status: 200, location: null, body: `<script>push([1,"5:E{\\"digest\\":\\"12\\"}"])</script>${page}` },
    'broken',
  ],
  ['a redirect within the product', { status: 307, location: '/a/overview', body: '' }, 'redirected'],
  ['a redirect to the sign-in', { status: 307, location: '/sign-in?next=%2Fa', body: '' }, 'signedOut'],
  ['the same with an address', { status: 302, location: 'http://one/sign-in', body: '' }, 'signedOut'],
  ['a redirect without a target', { status: 302, location: null, body: '' }, 'broken'],
  [
    '503 with words',
    { status: 503, location: null, body: '<title>x</title><p>Back soon.</p>' },
    'unavailable',
  ],
  [
    '503 without words',
    { status: 503, location: null, body: '<title>503</title><style>p{}</style>' },
    'broken',
  ],
  ['an error', { status: 500, location: null, body: page }, 'broken'],
  ['a page that is not found', { status: 404, location: null, body: page }, 'broken'],
  ['a broken connection', { status: 0, location: null, body: 'TypeError: fetch failed' }, 'broken'],
])('classifies %s', (_name, answer, outcome) => {
  expect(classifyPage(answer)).toBe(outcome);
});

test('counts the answers, and remembers those that are not allowed', async () => {
  const answers = [200, 500, 503];
  let [next, cookie]: [number, string | undefined] = [0, undefined];
  const server = http.createServer((request, response) => {
    cookie = request.headers.cookie;
    response.writeHead(answers[next++ % answers.length] ?? 500).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const reader = startReading([`http://127.0.0.1:${address.port}/deposits`], 'a=b', 100);
  await expect.poll(() => next).toBeGreaterThanOrEqual(6);
  await reader.end();
  const { shown, unavailable, broken, signedOut } = reader.counts;
  expect(shown + unavailable + broken).toBe(next);
  expect([shown >= 2, unavailable >= 2, broken >= 2, signedOut]).toEqual([true, true, true, 0]);
  expect(reader.problems[0]).toMatch(/^500 \/deposits Deposits/);
  expect(cookie).toBe('a=b');
  expect(reader.longestGapMs()).toBeGreaterThan(0);
});
