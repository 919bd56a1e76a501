import type { Locator, Page } from '@playwright/test';
import { mapConcurrently } from './crossing/surfaces.ts';
import { newClientPaymentId, requestPayment, submitPayment } from './fixtures/new-payment.ts';
import { launchOwnProduct, withoutHistory } from './fixtures/own-product.ts';
import { readPrintedSignIn, signInByPassword } from './fixtures/people.ts';
import type { ScenarioRecords } from './fixtures/sandbox.ts';
import { paymentScenarios, wholeDays, withdrawalScenarios } from './fixtures/scenario-table.ts';
import { sendAction } from './fixtures/send-action.ts';
import { expect, test } from './fixtures/test.ts';

/**
 * Plays each scenario of the sandbox and checks the dashboard. The suite runs its own product, because faults and
 * the clock affect every user of one. Independent scenarios are played first, all at once.
 */
test.describe.configure({ mode: 'serial' });

let own: Awaited<ReturnType<typeof launchOwnProduct>>;
let page: Page;
/** A page of the same person without scripts, which shows what the server renders for a tenth of the processor time. */
let plainPage: Page;
let businesses: ReadonlyMap<string, string>;
const played = new Map<string, ScenarioRecords>();

function businessNamed(name: string): string {
  const id = businesses.get(name);
  if (id === undefined) throw new Error(`the sandbox has no business "${name}"`);
  return id;
}

const ids = (name: string): ScenarioRecords => played.get(name) ?? { payments: [], withdrawals: [] };

/** The service sends a callback again after two minutes on its clock. */
const secondsToRetry = 120;
const patienceMs = 8_000;

/** Waits until every callback has arrived. One that a busy machine refused is sent again, as in life. */
async function callbacksAreThere(): Promise<void> {
  let since = Date.now();
  const waiting = async () => {
    const count = await own.sandbox.callbacksWaiting();
    if (count > 0 && Date.now() - since > patienceMs) {
      since = Date.now();
      await own.sandbox.advance(secondsToRetry);
    }
    return count;
  };
  await expect.poll(waiting, { timeout: 5 * 60_000 }).toBe(0);
}

/** Reads a payment from the service, for the values that no callback contains. */
const readFromService = (businessId: string, paymentId = '') =>
  sendAction(page.request, 'readPaymentNowAction', { businessId, paymentId }, own.address);

async function openPayment(businessId: string, paymentId = ''): Promise<Locator> {
  await plainPage.goto(`/${businessId}/payments/${paymentId}`);
  return plainPage.getByRole('main');
}

const depositsOn = (main: Locator) => main.getByRole('region', { name: /^Deposit( \d+ of \d+)?$/ });

test.beforeAll(async ({ browser }) => {
  own = await launchOwnProduct('scenarios', { environment: withoutHistory });
  const context = await browser.newContext({ baseURL: own.address });
  page = await context.newPage();
  await signInByPassword(context, readPrintedSignIn(own.printed, 'owner'), own.address);
  const plain = {
    baseURL: own.address,
    storageState: await context.storageState(),
    javaScriptEnabled: false,
  };
  plainPage = await (await browser.newContext(plain)).newPage();
  businesses = new Map((await own.sandbox.businesses()).map(({ name, id }) => [name, id]));
  await mapConcurrently(paymentScenarios, async ({ name, at, createdHere }) => {
    const businessId = businessNamed(at);
    const asked = { clientPaymentId: newClientPaymentId(name), amount: '120' };
    const made = createdHere ? await requestPayment({ page, businessId }, asked, own.address) : {};
    played.set(name, await own.sandbox.play(name, { businessId, ...made }));
  });
  const businessId = businessNamed('Nordlicht Outdoor GmbH');
  for (const name of ['monday-morning', ...withdrawalScenarios.map((one) => one.name)])
    played.set(name, await own.sandbox.play(name, { businessId }));
});

test.afterEach(async () => {
  await own.sandbox.faults();
});

test.afterAll(async () => {
  await page?.context().close();
  await plainPage?.context().close();
  await own?.end();
});

test('covers every scenario of the sandbox', async () => {
  const offered = (await own.sandbox.scenarios()).map(({ name }) => name);
  const lookedAt = [...paymentScenarios, ...withdrawalScenarios].map(({ name }) => name);
  expect([...lookedAt, ...wholeDays].toSorted()).toEqual(offered.toSorted());
});

test('holds deposits of doubtful senders for review for half an hour', async () => {
  for (const { name, at } of paymentScenarios.filter(({ isQuarantined }) => isQuarantined)) {
    const [paymentId = ''] = ids(name).payments;
    // The sandbox holds a deposit a second after it was made, or later on a busy machine.
    const readStatuses = async () =>
      (await own.sandbox.record(paymentId)).deposits.map(({ status }) => status);
    await expect.poll(readStatuses, { message: name }).toEqual(['COMPLIANCE_REVIEW']);
    await readFromService(businessNamed(at), paymentId);
    const main = await openPayment(businessNamed(at), paymentId);
    await expect(main.getByText('Pending', { exact: true }).first(), name).toBeVisible();
    await expect(depositsOn(main), name).toContainText('Compliance review');
  }
  await own.sandbox.advance(2_000);
  await callbacksAreThere();
  await mapConcurrently(paymentScenarios, ({ name, at }) =>
    readFromService(businessNamed(at), ids(name).payments[0]),
  );
});

for (const { name, at, status, deposits, texts = [], refund, risk = [] } of paymentScenarios) {
  test(`${name}: ${[status, ...texts, ...(refund ?? [])].join(', ')}`, async () => {
    const main = await openPayment(businessNamed(at), ids(name).payments[0]);
    await expect(main.getByText(status, { exact: true }).first()).toBeVisible();
    await expect(depositsOn(main)).toHaveCount(deposits);
    for (const words of texts) await expect(main.getByText(words, { exact: true }).first()).toBeVisible();
    if (deposits === 0) await expect(main.getByText('No deposits yet.')).toBeVisible();
    const heading = plainPage.getByRole('heading', { name: 'Refund', exact: true });
    await expect(heading).toHaveCount(refund === undefined ? 0 : 1);
    for (const words of refund ?? [])
      await expect(depositsOn(main).filter({ has: heading })).toContainText(words);
    for (const words of risk)
      await expect(main.getByRole('region', { name: 'Risk details', exact: true })).toContainText(words);
  });
}

for (const { name, statuses } of withdrawalScenarios) {
  test(`${name}: ${statuses.join(', ')}`, async () => {
    const { withdrawals } = ids(name);
    expect(withdrawals).toHaveLength(statuses.length);
    for (const [index, status] of statuses.entries()) {
      await plainPage.goto(`/${businessNamed('Nordlicht Outdoor GmbH')}/withdrawals/${withdrawals[index]}`);
      const main = plainPage.getByRole('main');
      await expect(main.getByText(status, { exact: true }).first()).toBeVisible();
      if (status !== 'Completed')
        await expect(main.getByText('Estimated amount', { exact: true }).first()).toBeVisible();
      if (name === 'blocked-withdrawal') await expect(main).toContainText('Sanctions');
    }
  });
}

test('monday-morning: lists the paid payments with their status', async () => {
  const records = await Promise.all(ids('monday-morning').payments.map((id) => own.sandbox.record(id)));
  const told = records.filter(({ deposits }) => deposits.some(({ status }) => status === 'CONFIRMED'));
  expect(told.length).toBeGreaterThan(0);
  await page.goto(`/${businessNamed('Nordlicht Outdoor GmbH')}/payments?q=monday-`);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(told.length + 1);
  const words = new Map([
    ['DEPOSITED', 'Paid'],
    ['OVERPAID', 'Overpaid'],
    ['EXPIRED', 'Expired'],
  ]);
  for (const { clientPaymentId, status } of told)
    await expect(page.getByRole('row', { name: clientPaymentId })).toContainText(
      words.get(status) ?? `no words for ${status}`,
    );
});

test('outage-for-an-hour: shows payers, and reports failed reads and requests', async () => {
  const businessId = businessNamed('Nordlicht Outdoor GmbH');
  const { payments } = await own.sandbox.play('outage-for-an-hour', { businessId });
  await own.sandbox.advance(200);
  await callbacksAreThere();
  for (const paymentId of payments) {
    const main = await openPayment(businessId, paymentId);
    await expect(main.getByText('Paid (inferred)').first()).toBeVisible();
    await expect(main.getByText('Reported by callback').first()).toBeVisible();
  }
  await page.goto(`/${businessId}/payments/${payments[0]}`);
  await page.getByRole('button', { name: 'Refresh from service' }).click();
  await expect(page.getByText('The payment couldn’t be refreshed').first()).toBeVisible();
  const clientPaymentId = newClientPaymentId('outage');
  await submitPayment({ page, businessId }, { clientPaymentId, amount: '49.90' });
  await expect(page.getByText('Outcome unknown: the payment may exist')).toBeVisible();
  await own.sandbox.faults();
  await page.goto(`/${businessId}/payments/${payments[0]}`);
  await page.getByRole('button', { name: 'Refresh from service' }).click();
  await expect(page.getByText(/^Payment (updated|is already up to date)/).first()).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('Paid', { exact: true }).first()).toBeVisible();
  await expect(main.getByText('Paid (inferred)')).toHaveCount(0);
});

test('retry-storm: 720 callbacks, exactly one deposit', async () => {
  const businessId = businessNamed('Shinonome Online K.K.');
  const [paymentId = ''] = (await own.sandbox.play('retry-storm', { businessId })).payments;
  await own.sandbox.advance(2);
  await own.sandbox.advance(700);
  await callbacksAreThere();
  const sent = await own.sandbox.callbacks(businessId, 1_000);
  expect(sent.filter(({ body, state }) => body.includes(paymentId) && state === 'delivered')).toHaveLength(
    720,
  );
  await readFromService(businessId, paymentId);
  const main = await openPayment(businessId, paymentId);
  await expect(main.getByText('Paid', { exact: true }).first()).toBeVisible();
  await expect(depositsOn(main)).toHaveCount(1);
  await expect(main.getByText('Multiple deposits')).toHaveCount(0);
});

test('garbled-hour: stores and counts broken callbacks, and has every resent deposit once', async () => {
  const businessId = businessNamed('Dar Al Noor Travel LLC');
  const inQuarantine = page.getByText(/quarantined callbacks?/);
  await page.goto(`/${businessId}/overview`);
  await expect(page.getByRole('heading', { level: 2, name: 'Needs attention' })).toBeVisible();
  await expect(inQuarantine).toHaveCount(0);
  const { payments } = await own.sandbox.play('garbled-hour', { businessId });
  await own.sandbox.advance(5);
  const sent = async () => {
    const callbacks = await own.sandbox.callbacks(businessId, payments.length + 1);
    return callbacks.filter(({ attemptCount }) => attemptCount > 0);
  };
  await expect.poll(async () => (await sent()).length).toBe(payments.length + 1);
  await page.goto(`/${businessId}/overview`);
  await expect(inQuarantine).toBeVisible();
  await own.sandbox.faults();
  await Promise.all((await sent()).map(({ id }) => own.sandbox.resend(id)));
  await page.goto(`/${businessId}/payments?q=rehearsal-`);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(payments.length + 1);
  await expect(rows.filter({ hasText: 'Paid' })).toHaveCount(payments.length);
  await expect(page.getByText('Multiple deposits')).toHaveCount(0);
});

test('misspelled-withdrawal: has the deducted amount', async () => {
  const businessId = businessNamed('Nordlicht Outdoor GmbH');
  const { withdrawals } = await own.sandbox.play('misspelled-withdrawal', { businessId });
  await own.sandbox.advance(5);
  await callbacksAreThere();
  await page.goto(`/${businessId}/withdrawals/${withdrawals[0]}`);
  const main = page.getByRole('main');
  await expect(main.getByText('Completed', { exact: true }).first()).toBeVisible();
  await main.getByText('All amounts', { exact: true }).click();
  await expect(main.getByRole('row', { name: /^Taken from balance/ })).toContainText(/[0-9]\.[0-9]/);
});
