import { createHash } from 'node:crypto';
import { expectAccessible } from './fixtures/axe.ts';
import { product } from './fixtures/product.ts';
import { sendCallback } from './fixtures/send-callback.ts';
import { expect, test } from './fixtures/test.ts';

const shortHash = (body: string): string => createHash('sha256').update(body).digest('hex').slice(0, 20);

const reported = (fields: Readonly<Record<string, unknown>>) => ({
  paymentId: crypto.randomUUID(),
  depositId: crypto.randomUUID(),
  clientPaymentId: `told-${crypto.randomUUID()}`,
  transactionId: crypto.randomUUID(),
  status: 'CONFIRMED',
  depositCurrency: 'USDT',
  network: 'TRX',
  actualDepositAmount: 12.5,
  displayCurrency: 'EUR',
  actualDisplayAmount: 11.7,
  settlementCurrency: 'EUR',
  settlementAmount: 11.5,
  depositAddress: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  fromAddress: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
  paymentReceivedAt: 1_793_000_000,
  ...fields,
});

test('quarantines an unknown name, folds repeats, and lets an owner release it as received', async ({
  owner,
}) => {
  const { page } = owner;
  const reportedValue = reported({ status: 'SETTLED' });
  for (let times = 0; times < 3; times += 1)
    expect(await sendCallback(owner, 'depositReceivedCallbackUrl', JSON.stringify(reportedValue))).toBe(200);
  await owner.open(`callbacks?q=${reportedValue.depositId}`);
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText('Quarantined');
  await expect(row.getByRole('cell', { name: '3', exact: true })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await row.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Callback: deposit received');
  await expect(page.getByText('"status":"SETTLED"')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Release' }).click();
  await expect(page.getByText('The callback couldn’t be released')).toBeVisible();
  await page.getByRole('checkbox', { name: 'status: accept the value as received' }).check();
  await page.getByRole('button', { name: 'Release' }).click();
  await expect(page.getByRole('region', { name: 'Changes made by this callback' })).toContainText('SETTLED');
  await owner.open(`payments/${reportedValue.paymentId}`);
  await page.getByRole('link', { name: '1 callback' }).click();
  await expect(page).toHaveURL(new RegExp(`callbacks\\?payment=${reportedValue.paymentId}`));
  await expect(page.getByRole('row').nth(1)).toContainText('Payment added');
});

test('rejects an invalid callback with a note that every role can read', async ({ owner, viewer }) => {
  const { page } = owner;
  const garbled = `{"depositId": "garbled-${crypto.randomUUID()}`;
  expect(await sendCallback(owner, 'depositReceivedCallbackUrl', garbled)).toBe(400);
  await owner.open(`callbacks?q=${shortHash(garbled)}`);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByText(garbled.slice(0, 20))).toBeVisible();
  await page.getByLabel('Note').fill('Rubbish on the line');
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByRole('region', { name: 'Decisions about this callback' })).toContainText(
    'Rubbish on the line',
  );
  await viewer.page.goto(page.url());
  await expect(viewer.page.getByRole('region', { name: 'Decisions about this callback' })).toContainText(
    'Rubbish on the line',
  );
  await expect(viewer.page.getByText('Only compliance and owners can see it')).toBeVisible();
});

test('shows an exchanged deposit as received', async ({ owner, viewer }) => {
  const body = `{"anything":0.100000000000000000001,"n":"${crypto.randomUUID()}"}`;
  expect(await sendCallback(viewer, 'depositExchangedCallbackUrl', body)).toBe(200);
  // Only people who may see risk detail find content by its hash. Its link opens for every role, reformatted.
  await owner.open(`callbacks?q=${shortHash(body)}`);
  await owner.page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(owner.page.getByText(body)).toBeVisible();
  await viewer.page.goto(owner.page.url());
  await expect(viewer.page.getByText('"anything": 0.100000000000000000001')).toBeVisible();
});

test('completes a dry run over everything and changes nothing', async ({ owner }) => {
  const { page } = owner;
  await owner.open('callbacks/reprocess');
  await page.getByRole('button', { name: 'Start dry run' }).click();
  const run = page.getByRole('region', { name: 'Dry run' }).first();
  await expect(run).toContainText('Done');
  await expect(run).toContainText(/checked/);
  await expectAccessible(page);
  await owner.open('callbacks/refused');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refused callbacks');
  await expectAccessible(page);
});

test('opens a callback beside the list, moves with j and k, closes with Esc, and filters by record', async ({
  owner,
}) => {
  const { page } = owner;
  const first = reported({ actualDepositAmount: 1.25 });
  const second = { ...first, depositId: crypto.randomUUID(), actualDepositAmount: 7.75 };
  for (const body of [first, second])
    expect(await sendCallback(owner, 'depositReceivedCallbackUrl', JSON.stringify(body))).toBe(200);
  await owner.open(`callbacks?payment=${first.paymentId}`);
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('Applied');
  await page.getByRole('row').nth(1).getByRole('cell').nth(2).click();
  const drawer = page.getByRole('region', { name: 'Callback beside the list' });
  await expect(drawer).toBeFocused();
  await expect(drawer.getByText('"actualDepositAmount":7.75')).toBeVisible();
  await expect(drawer.getByRole('region', { name: 'Changes made by this callback' })).toContainText(
    'callbackDepositAmount',
  );
  await expectAccessible(page);
  await page.keyboard.press('j');
  await expect(drawer.getByText('"actualDepositAmount":1.25')).toBeVisible();
  await page.keyboard.press('k');
  await expect(drawer.getByText('"actualDepositAmount":7.75')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'Reprocess selected' })
    .click();
  await expect(page).toHaveURL(/callbacks\/reprocess$/);
  await expect(page.getByText('1 selected callback').first()).toBeVisible();
  await owner.open(`callbacks?deposit=${first.depositId}`);
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('reports callbacks at a wrong address with their kind and the remaining time', async ({ owner }) => {
  const { page } = owner;
  const wrong = `${product.address}/api/callbacks/${owner.businessId}/no-secret/deposit-received`;
  expect((await fetch(wrong, { method: 'POST', body: '{}' })).status).toBe(404);
  await expect(async () => {
    await owner.open('connection');
    await expect(page.getByRole('alert').filter({ hasText: 'sent to a wrong URL' })).toContainText(
      /Deposit received callbacks .* left/,
      { timeout: 1_000 },
    );
  }).toPass();
  await owner.open('overview');
  await expect(page.getByRole('link', { name: /because of a wrong callback URL \(.* left\)/ })).toBeVisible();
});
