import { request } from 'node:http';
import { mapConcurrently } from './crossing/surfaces.ts';
import { navigationLinks } from './fixtures/pages.ts';
import { product } from './fixtures/product.ts';
import { expect, test } from './fixtures/test.ts';

/** Headers of every response. The policy of a page has further directives. */
const fixedHeaders = {
  'content-security-policy': "frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

const nonceIn = (policy: string): string => /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';

test('sends a policy with its own nonce for every page', async ({ owner }) => {
  const nonces = new Set<string>();
  const links = await navigationLinks(owner);
  await mapConcurrently(['/sign-in', '/no/such/page', ...links.map((link) => link.path)], async (path) => {
    const response = await owner.page.request.get(path);
    const headers = response.headers();
    const policy = headers['content-security-policy'] ?? '';
    const nonce = nonceIn(policy);
    expect.soft(policy, path).toContain(`script-src 'self' 'nonce-${nonce}' 'strict-dynamic';`);
    expect.soft(policy, path).toContain(`style-src 'self' 'nonce-${nonce}';`);
    for (const directive of [
      "frame-src 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "style-src-attr 'unsafe-inline'",
    ])
      expect.soft(policy, path).toContain(directive);
    expect.soft(policy, path).not.toContain('unsafe-eval');
    expect.soft(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': expect.stringContaining('no-store'),
      'x-request-id': expect.stringMatching(/^[\w-]{8,64}$/),
    });
    expect.soft(headers, path).not.toHaveProperty('x-powered-by');
    const html = await response.text();
    const bare = [...html.matchAll(/<(?:script|style)(?![^>]*\snonce=)[^>]*>/g)].map(([tag]) => tag);
    expect.soft(bare, path).toEqual([]);
    nonces.add(nonce);
  });
  expect(nonces.size).toBe(links.length + 2);
});

test('forbids caching of data, and gives every request our id', async ({ owner }) => {
  const requestHeaders = { headers: { 'x-request-id': 'given-by-a-balancer' } };
  const data = await owner.page.request.get(`/api/businesses/${owner.businessId}/business`, requestHeaders);
  expect(data.status()).toBe(200);
  expect(data.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  // Routes that don't set these headers themselves.
  for (const path of ['/api/auth/csrf', '/api/auth/session', '/api/no/such/route'])
    expect.soft((await owner.page.request.get(path, requestHeaders)).headers(), path).toMatchObject({
      'cache-control': 'private, no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  const odd = await owner.page.request.get('/sign-in', { headers: { 'x-request-id': 'a b<script>' } });
  expect(odd.headers()['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

test('lets a browser run nothing in a file that a person attached', async ({ owner }) => {
  const review = `/api/businesses/${owner.businessId}/reviews/${crypto.randomUUID()}`;
  for (const file of [`files/${crypto.randomUUID()}`, 'evidence']) {
    const response = await owner.page.request.get(`${review}/${file}`);
    expect.soft(response.headers()['content-security-policy'], file).toBe("sandbox; default-src 'none'");
  }
});

test('secures the routes without the proxy', async ({ owner }) => {
  const html = await (await owner.page.request.get('/sign-in')).text();
  const script = /\/_next\/static\/[^"?\\]+\.js/.exec(html)?.[0] ?? 'no script';
  const business = `/api/callbacks/${owner.businessId}`;
  const answers = [
    { path: script, method: 'GET', status: 200 },
    { path: `${business}/wrong/withdrawal`, method: 'POST', status: 404 },
    { path: `${business}/wrong/withdrawal`, method: 'GET', status: 405 },
    // These addresses only resemble callback addresses.
    { path: business, method: 'POST', status: 404 },
    { path: `${business}/wrong/withdrawal/more`, method: 'POST', status: 404 },
    // The service follows no redirects.
    { path: `${business}/wrong/withdrawal/`, method: 'POST', status: 404 },
  ];
  for (const { path, method, status } of answers) {
    const response = await fetch(`${product.address}${path}`, { method, redirect: 'manual' });
    await response.body?.cancel();
    expect.soft(response.status, `${method} ${path}`).toBe(status);
    expect.soft(response.headers.get('x-content-type-options'), `${method} ${path}`).toBe('nosniff');
    if (path !== script)
      expect.soft(response.headers.get('referrer-policy'), `${method} ${path}`).toBe('no-referrer');
  }
});

test('sends the headers with every response, and refuses a foreign action', async () => {
  const requests = [
    { path: '/_next/static/missing.js', status: 404 },
    { path: '/_next/image?url=%2Fmark.svg&w=64&q=75', status: 404 },
    { path: '/%', status: 404 },
    { path: '/favicon.ico', status: 200 },
    { path: '/api/health', method: 'HEAD', status: 200 },
    { path: '/sign-in', method: 'POST', status: 403 },
    { path: '/sign-in', method: 'POST', origin: 'null', status: 403 },
    { path: '/sign-in', method: 'POST', origin: 'https://evil.example', status: 403 },
  ];
  for (const { path, method = 'GET', origin, status } of requests) {
    const headers = { 'next-action': '0'.repeat(42), ...(origin && { origin }) };
    const response = await fetch(`${product.address}${path}`, {
      method,
      ...(method === 'POST' && { headers, body: '[]' }),
    });
    await response.body?.cancel();
    const label = `${method} ${path} from ${origin ?? 'no origin'}`;
    expect.soft(response.status, label).toBe(status);
    for (const [name, value] of Object.entries(fixedHeaders)) {
      const isPolicy = name === 'content-security-policy';
      const found = response.headers.get(name);
      expect
        .soft(isPolicy ? found?.includes(value) : found, `${label}: ${name}`)
        .toBe(isPolicy ? true : value);
    }
  }
});

/** Sends a request with a method that fetch refuses to send. */
const trace = (path: string) =>
  new Promise<{ status: number | undefined; allow: string | undefined; body: string }>((resolve, reject) => {
    const sent = request(`${product.address}${path}`, { method: 'TRACE', headers: { cookie: 'a=secret' } });
    sent.once('error', reject);
    sent.once('response', (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.once('end', () =>
        resolve({ status: response.statusCode, allow: response.headers.allow, body }),
      );
    });
    sent.end();
  });

test('refuses TRACE everywhere', async () => {
  for (const path of [
    '/',
    '/sign-in',
    '/api/health',
    '/api/auth/csrf',
    '/_next/static/none.js',
    '/api/callbacks/a/b/withdrawal',
  ])
    expect.soft(await trace(path), path).toEqual({ status: 405, allow: 'GET, HEAD, POST', body: '' });
});

test('opens health and readiness to everyone, but not metrics', async () => {
  expect((await fetch(`${product.address}/api/health`)).status).toBe(200);
  const ready = await fetch(`${product.address}/api/ready`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
  expect([401, 404]).toContain((await fetch(`${product.address}/api/metrics`)).status);
});
