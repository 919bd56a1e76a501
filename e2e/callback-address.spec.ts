import { request as httpRequest } from 'node:http';
import { expect, test } from '@playwright/test';
import { product } from './fixtures/product.ts';
import { sandbox } from './fixtures/sandbox.ts';

/** Sends exactly these bytes. `fetch` would add headers and follow redirects. */
function send(
  address: string,
  body: Uint8Array | string,
  { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(address, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
    });
    sent.once('response', (response) => {
      response.resume();
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Replaces the host that is registered at the service with the address of the product under test. */
async function addresses() {
  const [business] = await sandbox.businesses();
  if (!business) throw new Error('the sandbox has no business');
  const toLocalUrl = (url: string) => product.address + new URL(url).pathname;
  return {
    deposit: toLocalUrl(business.depositReceivedCallbackUrl),
    withdrawal: toLocalUrl(business.withdrawalCallbackUrl),
    exchanged: toLocalUrl(business.depositExchangedCallbackUrl),
    business,
  };
}

test.describe('the callback address', () => {
  test('accepts POST only', async () => {
    const { deposit } = await addresses();
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      expect.soft((await send(deposit, '', { method })).status, method).toBe(405);
    }
  });

  test('answers the same 404 to a wrong secret and to an unknown business', async () => {
    const { deposit, business } = await addresses();
    const secret = deposit.split('/').at(-2) ?? '';
    const wrongSecret = deposit.replace(secret, `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`);
    const wrongBusiness = deposit.replace(business.id, '00000000-0000-4000-8000-000000000000');
    const answers = await Promise.all([wrongSecret, wrongBusiness].map((address) => send(address, '{}')));
    expect(answers.map((answer) => answer.status)).toEqual([404, 404]);
  });

  test('refuses an encoded or too large body', async () => {
    const { deposit } = await addresses();
    expect((await send(deposit, 'x', { headers: { 'content-encoding': 'gzip' } })).status).toBe(415);
    expect((await send(deposit, `"${'x'.repeat(65 * 1024)}"`)).status).toBe(413);
  });

  test('refuses an invalid body once, and stores it when it is sent again', async () => {
    const { deposit } = await addresses();
    const garbled = `{"depositId": "garbled-${Date.now()}`;
    expect((await send(deposit, garbled)).status).toBe(400);
    expect((await send(deposit, garbled)).status).toBe(200);
  });

  test('quarantines JSON without meaning', async () => {
    const { deposit, withdrawal } = await addresses();
    const bodies = [
      '{}',
      '[]',
      'null',
      '"text"',
      '1e400',
      '{"__proto__":{"a":1}}',
      '{"a":1,"a":2}',
      '{"a":"\\ud800"}',
    ];
    for (const body of bodies) {
      expect.soft((await send(deposit, body)).status, `deposit ${body}`).toBe(200);
      expect.soft((await send(withdrawal, body)).status, `withdrawal ${body}`).toBe(200);
    }
  });

  test('stores an exchanged deposit as received', async () => {
    const { exchanged } = await addresses();
    expect((await send(exchanged, '{"anything":0.100000000000000000001}')).status).toBe(200);
    expect((await send(exchanged, '{"anything":0.100000000000000000001}')).status).toBe(200);
  });

  test('never answers with a redirect', async () => {
    const { deposit } = await addresses();
    const { status } = await send(`${deposit}/`, '{}');
    expect(status < 300 || status >= 400).toBe(true);
  });
});
