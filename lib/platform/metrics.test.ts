import { expect, test } from 'vitest';
import { countCallback, countCreate, countRequest, readMetrics, toArea } from './metrics.ts';

test.each([
  ['/', 'page'],
  ['/0d9e1c8a-1111-4222-8333-444455556666/payments', 'page'],
  ['/_next/static/chunks/a.js', 'asset'],
  ['/api/callbacks/0d9e1c8a/secret/withdrawal', 'callbacks'],
  ['/api/businesses/0d9e1c8a/payments', 'businesses'],
  ['/api/ready', 'ready'],
  ['/api/whatever/anybody/asks', 'other'],
  ['/api/authority', 'other'],
])('maps %s to %s', (path, area) => {
  expect(toArea(path)).toBe(area);
});

test('returns counted values without secret addresses', async () => {
  countRequest({ path: '/api/callbacks/b/s3cr3t/withdrawal', method: 'POST', status: 200, seconds: 0.01 });
  countRequest({ path: '/', method: 'BREW', status: 405, seconds: 0.01 });
  const business = '0d9e1c8a-1111-4222-8333-444455556666';
  countRequest({
    path: `/${business}/payments/new`,
    method: 'POST',
    status: 200,
    seconds: 0.3,
    isAction: true,
  });
  countRequest({ path: `/api/businesses/${business}/live`, method: 'GET', status: 200, seconds: 9_000 });
  countCallback('withdrawal', 200);
  countCreate('CREATED');
  const { contentType, text } = await readMetrics();
  expect(contentType).toContain('text/plain');
  expect(text).toContain(
    'countinghouse_http_request_seconds_count{area="callbacks",method="POST",status="200"} 1',
  );
  expect(text).toContain(
    'countinghouse_http_request_seconds_count{area="page",method="other",status="405"} 1',
  );
  expect(text).toContain('countinghouse_callbacks_total{kind="withdrawal",status="200"} 1');
  expect(text).toContain('countinghouse_payment_creates_total{outcome="CREATED"} 1');
  expect(text).toContain(
    'countinghouse_route_request_seconds_count{route="/[business]/payments/new",kind="action",status="2xx"} 1',
  );
  expect(text).not.toContain('/live');
  expect(text).not.toContain(business);
  expect(text).not.toContain('s3cr3t');
});
