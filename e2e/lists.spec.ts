import { readFile } from 'node:fs/promises';
import { createPayment, newClientPaymentId } from './fixtures/new-payment.ts';
import { sandbox } from './fixtures/sandbox.ts';
import { expect, test } from './fixtures/test.ts';

test('what is typed into the search stands in the address and survives a reload', async ({ finance }) => {
  const { page } = finance;
  const clientPaymentId = newClientPaymentId('needle');
  await createPayment(finance, { clientPaymentId, amount: '7' });
  await finance.open('payments');
  await page.getByRole('searchbox', { name: 'Search' }).fill(clientPaymentId);
  await expect(page).toHaveURL(new RegExp(`[?&]q=${clientPaymentId}`));
  await expect(page.getByRole('row', { name: clientPaymentId })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(clientPaymentId);
  await expect(page.getByRole('row', { name: clientPaymentId })).toBeVisible();

  // Nothing is that long: it finds nothing and says why, and stays as it was typed.
  const long = 'x'.repeat(300);
  await page.getByRole('searchbox', { name: 'Search' }).fill(long);
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  const box = page.getByRole('searchbox', { name: 'Search' });
  await expect(box).toHaveValue(long);
  await expect(box).toHaveAccessibleDescription(/Use at most 255 characters/);
});

test('a filter in the address shows what it names and nothing else', async ({ finance }) => {
  const { page } = finance;
  await finance.open('payments?status=EXPIRED');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const rows = await page.getByRole('row').all();
  for (const row of rows.slice(1)) await expect(row).toContainText('Expired');
});

test('an export holds every digit of what is filtered', async ({ finance }) => {
  const { page } = finance;
  const clientPaymentId = newClientPaymentId('digits');
  const { paymentId } = await createPayment(finance, { clientPaymentId, amount: '1234.56' });
  await sandbox.chooseCoin(paymentId, 'ETH', 'ETH');
  await sandbox.pay(paymentId, { amount: '0.400000000000000001', depositCurrency: 'ETH', network: 'ETH' });
  await finance.open(`deposits?q=${paymentId}`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  expect(text).toContain('0.400000000000000001');
  expect(text).toContain(paymentId);
  expect(text).toMatch(/Europe\/Berlin|UTC/);
});

test('a second page goes on where the first ended, and back leads back', async ({ finance }) => {
  const { page } = finance;
  // From the oldest on: what others make meanwhile moves nothing.
  await finance.open('payments?sort=oldest');
  const first = await page.getByRole('row').nth(1).textContent();
  await page.getByRole('link', { name: /Next|Older/ }).click();
  await expect(page).toHaveURL(/after=|cursor=/);
  await expect(page.getByRole('row').nth(1)).not.toHaveText(first ?? '');
  await page.goBack();
  await expect(page.getByRole('row').nth(1)).toHaveText(first ?? '');
});

test('a search that takes long tells how far it is, can be stopped, fails and goes on', async ({
  finance,
  consoleWatch,
}) => {
  consoleWatch.expectComplaint(/503/);
  const { page } = finance;
  let isHeld = true;
  // It is asked for again by itself twice; then that is given up, and the person asks.
  let failures = 3;
  // Only among more rows than a test can make does a search take several steps.
  await page.route(/\/payments\?(.*&)?q=rare/, async (route) => {
    // By its place and not by how often it was asked: what others make meanwhile has a step asked for again.
    const place = new URL(route.request().url()).searchParams.get('after');
    const step = 1 + Number(place?.slice('step'.length) ?? 0);
    const day = Date.UTC(2026, 9, 20 - Math.min(step, 10)) * 1_000;
    const isOver = step > 8;
    const searched = isOver ? null : { kind: 'time', key: String(day) };
    const after = isOver ? null : `step${step}`;
    if (step === 6 && failures > 0) {
      failures -= 1;
      return route.fulfill({ status: 503, json: {} });
    }
    if (step === 4 && isHeld) {
      await page.getByRole('button', { name: 'Go on' }).waitFor();
      isHeld = false;
    }
    await route.fulfill({ json: { rows: [], before: null, after, lostPlace: false, searched, count: null } });
  });
  await finance.open('payments');
  await page.getByRole('searchbox', { name: 'Search' }).fill('rare');
  const told = page.getByRole('status').filter({ hasText: 'nothing found so far' });
  await expect(told).toContainText('Still searching');
  await expect(told).toContainText(/Looked back to .*Oct/);
  await told.getByRole('button', { name: 'Stop' }).click();
  // On a slow machine it may be stopped before the step that waits for this.
  isHeld = false;
  await expect(told).toContainText('Not searched to the end');
  await told.getByRole('button', { name: 'Go on' }).click();
  await expect(told).toContainText('The search was interrupted');
  await told.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await expect(told).toBeHidden();
});
