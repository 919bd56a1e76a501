import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signedHeader } from './contract/connect.ts';
import { senders } from './model/senders.ts';
import { newPaymentNote } from './panel/frame.ts';
import { openSandbox } from './running-sandbox.ts';
import { buildServer } from './server.ts';
import { readSettings } from './settings.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-'));
const settings = {
  ...readSettings({ SANDBOX_HISTORY: 'false' }),
  databaseFile: path.join(folder, 'one.sqlite'),
};
const open = () => {
  const sandbox = openSandbox(settings);
  return { sandbox, app: buildServer(sandbox) };
};
let { sandbox, app } = open();
beforeAll(() => app.ready().then(() => undefined));
afterAll(async () => {
  await app.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

const business = '6f1d8a52-3c0e-4b7a-9d25-1e8c47a0b931';
const request = {
  clientPaymentId: '"><script>alert(1)</script>',
  businessId: business,
  locale: 'ar',
  displayCurrency: 'EUR',
  displayAmount: '49.90',
};

async function create() {
  const payload = JSON.stringify(request);
  return app.inject({
    method: 'POST',
    url: '/api/v1/payments',
    headers: {
      authorization: signedHeader('POST', '/api/v1/payments', payload),
      'content-type': 'application/json',
    },
    payload,
  });
}
const newId = async (): Promise<string> => (await create()).json().paymentInfo.paymentId;
const form = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
const put = (url: string, body: unknown) =>
  app.inject({
    method: 'PUT',
    url,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });

describe('the pages', () => {
  test.each([
    '/sandbox',
    '/sandbox/payments',
    '/sandbox/payments?q=%22%3E%3Cscript%3E&status=NEW',
    '/sandbox/withdrawals',
    '/sandbox/callbacks',
    '/sandbox/faults',
    '/sandbox/scenarios',
    `/sandbox/businesses/${business}`,
  ])('%s is escaped and refuses frames', async (url) => {
    await create();
    const page = await app.inject(url);
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain('<script>alert');
    expect(page.body).not.toContain('"><script>');
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test('the checkout allows frames, uses the payment’s language and supports right-to-left', async () => {
    const page = await app.inject(`/checkout/${await newId()}`);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<html lang="ar" dir="rtl"');
    expect(page.headers['content-security-policy']).not.toContain('frame-ancestors');
    expect(page.body).not.toContain('<script>alert');
  });

  test('returns 404 for an unknown payment, here and in the panel', async () => {
    expect((await app.inject('/checkout/00000000-0000-4000-8000-000000000000')).statusCode).toBe(404);
    expect((await app.inject('/sandbox/payments/nobody')).body).toContain('nothing at this address');
  });

  test('pays by form exactly, with another amount, and refuses impossible values', async () => {
    const id = await newId();
    expect((await form(`/checkout/${id}/pay`, { exact: '1' })).statusCode).toBe(303);
    const other = { amount: '0.5', depositCurrency: 'BTC', network: 'BTC', sender: 'exchange' };
    expect((await form(`/checkout/${id}/pay`, other)).statusCode).toBe(303);
    const wrong = await form(`/checkout/${id}/pay`, { ...other, network: 'TRX' });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.body).toContain('does not carry BTC');
    expect((await form(`/checkout/${id}/pay`, { ...other, amount: '1e5' })).statusCode).toBe(422);
    expect((await form(`/checkout/${id}/pay`, { ...other, amount: '9'.repeat(35) })).statusCode).toBe(422);
    const record = await app.inject(`/sandbox/api/payments/${id}`);
    expect(record.json().deposits).toHaveLength(2);
  });

  test('refuses a form or a call of another site', async () => {
    const id = await newId();
    const call = { method: 'POST', url: `/sandbox/api/payments/${id}/deposits`, payload: '{}' } as const;
    const headers = { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' };
    expect((await app.inject({ ...call, headers })).statusCode).toBe(403);
    const foreign = await form(`/checkout/${id}/pay`, { exact: '1' }, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.statusCode).toBe(403);
  });

  test('changes every field of the business by form, and explains invalid values', async () => {
    const fields = { name: 'Renamed', settlementCryptoRatio: '0.5', pair: 'BTC:BTC', display: 'EUR' };
    expect((await form(`/sandbox/businesses/${business}`, fields)).statusCode).toBe(303);
    const changed = (await app.inject(`/sandbox/api/businesses/${business}`)).json();
    expect(changed).toMatchObject({ name: 'Renamed', supportedDepositCurrencies: ['BTC'] });
    expect(changed.theme).toBeUndefined();
    const wrong = await form(`/sandbox/businesses/${business}`, { ...fields, settlementCryptoRatio: 'half' });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.body).toContain('must be a decimal');
  });

  test('controls clock, faults, withdrawals and scenarios by form', async () => {
    expect((await form('/sandbox/clock', { advanceSeconds: '120' })).statusCode).toBe(303);
    const own = await newId();
    const scenario = { businessId: business, scenario: 'mixer-deposit' };
    const played = await form('/sandbox/scenarios', { ...scenario, paymentId: ` ${own} ` });
    expect(played.headers.location).toBe(`/sandbox/payments/${own}`);
    expect((await app.inject(`/sandbox/api/payments/${own}`)).json().deposits).toHaveLength(1);
    const missing = await form('/sandbox/scenarios', { ...scenario, paymentId: 'nobody' });
    expect(missing.statusCode).toBe(422);
    expect(missing.body).toContain('There is no payment with this ID.');
    expect((await form('/sandbox/clock', { speed: '-1' })).statusCode).toBe(422);
    expect((await form('/sandbox/faults', { on: 'duplicate', 'figure:duplicate': '5' })).statusCode).toBe(
      303,
    );
    expect((await form('/sandbox/faults', { on: 'duplicate', 'figure:duplicate': '0' })).statusCode).toBe(
      422,
    );
    expect((await app.inject('/sandbox/faults')).body).toContain('value="5"');
    const limits = { 'cases:outage': '2', 'seconds:outage': '600' };
    expect((await form('/sandbox/faults', { on: 'outage', ...limits })).statusCode).toBe(303);
    expect((await form('/sandbox/faults', { on: 'outage', 'cases:outage': '0' })).statusCode).toBe(422);
    const shown = (await app.inject('/sandbox/faults')).body;
    for (const [name, value] of Object.entries(limits))
      expect(shown).toContain(`name="${name}" inputmode="numeric" value="${value}"`);
    // The form that the panel shows sets the same faults again.
    const outage = sandbox.faults.list().find(({ name }) => name === 'outage');
    expect(outage).toMatchObject({ on: true, cases: 2, until: expect.any(Number) });
    expect((await form('/sandbox/faults', { clear: '1' })).statusCode).toBe(303);
    const payout = {
      businessId: business,
      pair: 'XRP:XRP',
      expectedDisplayAmount: '20',
      displayCurrency: 'EUR',
    };
    expect((await form('/sandbox/withdrawals', payout)).statusCode).toBe(303);
    expect((await form('/sandbox/withdrawals', { ...payout, expectedDisplayAmount: 'x' })).statusCode).toBe(
      422,
    );
  });

  test('says that a payment made here shows up in the dashboard later, before and after playing', async () => {
    const page = await app.inject('/sandbox/scenarios');
    expect(page.body.match(/Needs a payment of yours/g)).toHaveLength(7);
    const played = await form('/sandbox/scenarios', { businessId: business, scenario: 'exact-payer' });
    expect(played.statusCode).toBe(303);
    const after = await app.inject(String(played.headers.location));
    for (const { body } of [page, after]) expect(body).toContain(newPaymentNote);
  });

  test('pays from a mixer as the README says', async () => {
    const title = senders.find(({ name }) => name === 'mixer')?.title;
    const readme = readFileSync('README.md', 'utf8').replace(/\s+/g, ' ');
    expect(readme.match(/\*\*Mixer[^*]*\*\*/)?.[0]).toBe(`**${title}**`);
    expect((await app.inject(`/sandbox/payments/${await newId()}`)).body).toContain(`${title}</option>`);
  });
});

describe('reading everything', () => {
  const readPages = async (path: string, list: string) => {
    const found: unknown[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const page: { next: number | null } & Record<string, unknown[]> = (
        await app.inject(`/sandbox/api/${path}?businessId=${business}&limit=7&after=${after}`)
      ).json();
      found.push(...(page[list] ?? []));
      after = page.next;
    }
    return found;
  };

  test('returns earlier payments and callbacks in pages, each once', async () => {
    const before = await readPages('payments', 'payments');
    const past = { businessId: business, months: 2, payments: 30, seed: 5 };
    const added = await app.inject({
      method: 'POST',
      url: '/sandbox/api/past',
      payload: JSON.stringify(past),
      headers: { 'content-type': 'application/json' },
    });
    expect(added.json()).toMatchObject({ seed: 5, businesses: 1 });
    const ids = (await readPages('payments', 'payments')).map((record) => JSON.stringify(record));
    expect(ids).toHaveLength(before.length + 30);
    expect(new Set(ids).size).toBe(ids.length);
    const pages = await readPages('history/callbacks', 'callbacks');
    expect(pages.length).toBeGreaterThan(20);
    expect(pages[0]).toMatchObject({
      kind: expect.any(String),
      body: expect.stringContaining('{'),
      sentAt: expect.any(Number),
    });
  });

  test('returns 404 for an unknown business', async () => {
    expect((await app.inject('/sandbox/api/payments?businessId=nobody')).statusCode).toBe(404);
  });
});

describe('faults of the interface', () => {
  const expectStatus = async (fault: string, status: number) => {
    await put('/sandbox/api/faults', [fault]);
    const answer = await create();
    expect(answer.statusCode, fault).toBe(status);
    await put('/sandbox/api/faults', {});
    return answer;
  };
  const count = async () => (await app.inject('/sandbox/api/payments?limit=1000')).json().payments.length;

  test('answer as documented, and create nothing', async () => {
    const before = await count();
    await expectStatus('unauthorized', 401);
    await expectStatus('unprocessable', 422);
    expect((await expectStatus('throttled', 429)).headers['retry-after']).toBe('30');
    await expectStatus('server-error', 500);
    expect((await expectStatus('html', 200)).body).toContain('<!doctype html>');
    await expectStatus('redirect', 302);
    await put('/sandbox/api/faults', { huge: { megabytes: 2 } });
    expect((await create()).rawPayload.length).toBe(2 * 1024 * 1024);
    await put('/sandbox/api/faults', {});
    expect(await count()).toBe(before);
  });

  test('500 after the commit: creates the payment although the caller sees an error', async () => {
    const before = await count();
    const answer = await expectStatus('error-after-commit', 500);
    expect(answer.json().error.code).toBe('INTERNAL');
    expect(await count()).toBe(before + 1);
  });

  test('refuses an unknown fault and changes nothing', async () => {
    expect((await put('/sandbox/api/faults', { meteor: true })).statusCode).toBe(422);
    expect((await app.inject('/sandbox/api/faults')).json().length).toBeGreaterThan(20);
  });
});

describe('state', () => {
  test('keeps payments, pending work, clock, faults and businesses across a restart', async () => {
    const id = await newId();
    await put('/sandbox/api/clock', { advanceSeconds: 5_000 });
    await put('/sandbox/api/faults', { duplicate: { times: 3 } });
    const before = (await app.inject('/sandbox/api/clock')).json().now;
    await app.close();
    await sandbox.close();
    ({ sandbox, app } = open());
    expect((await app.inject(`/sandbox/api/payments/${id}`)).json().paymentId).toBe(id);
    expect((await app.inject('/sandbox/api/clock')).json().now).toBeGreaterThanOrEqual(before);
    const faults = (await app.inject('/sandbox/api/faults')).json();
    expect(faults.find(({ name }: { name: string }) => name === 'duplicate')).toMatchObject({
      on: true,
      figure: 3,
    });
    await put('/sandbox/api/clock', { advanceSeconds: 1_801 });
    expect((await app.inject(`/sandbox/api/payments/${id}`)).json().status).toBe('EXPIRED');
    await put('/sandbox/api/faults', {});
  });
});
