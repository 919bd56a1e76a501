import { newClientPaymentId, requestPayment } from './fixtures/new-payment.ts';
import { expect, test } from './fixtures/test.ts';

test('keeps the search in the address across a reload', async ({ finance }) => {
  const { page } = finance;
  const clientPaymentId = newClientPaymentId('needle');
  await requestPayment(finance, { clientPaymentId, amount: '7' });
  await finance.open('payments');
  await page.getByRole('searchbox', { name: 'Search' }).fill(clientPaymentId);
  await expect(page).toHaveURL(new RegExp(`[?&]q=${clientPaymentId}`));
  await expect(page.getByRole('row', { name: clientPaymentId })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(clientPaymentId);
  await expect(page.getByRole('row', { name: clientPaymentId })).toBeVisible();

  // No value has that length: the search finds no row, gives the reason, and keeps the typed text.
  const long = 'x'.repeat(300);
  await page.getByRole('searchbox', { name: 'Search' }).fill(long);
  await expect(page.getByRole('heading', { name: 'No matching payments' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No matching payments' })).toBeVisible();
  const box = page.getByRole('searchbox', { name: 'Search' });
  await expect(box).toHaveValue(long);
  await expect(box).toHaveAccessibleDescription(/Use at most 255 characters/);
});

test('filters by a day once it is complete, and keeps its field in step with the address', async ({
  finance,
}) => {
  const { page } = finance;
  await finance.open('payments');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'Initiated at', exact: true }).click();
  const from = page.getByLabel('First day', { exact: true });
  // The same day in both orders of day and month.
  await from.pressSequentially('11112026');
  await expect(from).toHaveValue('2026-11-11');
  await expect(page).toHaveURL(/[?&]paymentInitiatedAt=2026-11-11\.\.$/);
  await expect(page.getByText('Part of the page address was ignored')).toBeHidden();
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await expect(page).toHaveURL(/[?&]paymentInitiatedAt=today$/);
  await expect(from).toHaveValue('');
});

test('swaps the bounds of an amount that were typed in reverse', async ({ finance }) => {
  const { page } = finance;
  await finance.open('payments');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'Expected amount', exact: true }).click();
  const [least, most] = [page.getByLabel('At least'), page.getByLabel('At most')];
  const apply = page.getByRole('dialog').getByRole('button', { name: 'Filter by amount' });
  // The second time the address does not change.
  for (const _ of [1, 2]) {
    await least.fill('500.10');
    await most.fill('10');
    await apply.click();
    await expect(page).toHaveURL(/[?&]expectedDisplayAmount=EUR:10\.\.500\.10/);
    await expect(least).toHaveValue('10');
    await expect(most).toHaveValue('500.10');
  }
  await page.goBack();
  await expect(least).toHaveValue('');
});

test('continues on the second page, and returns to the first', async ({ finance }) => {
  const { page } = finance;
  // Sorts by oldest, so that payments of other tests move no row.
  await finance.open('payments?sort=oldest');
  const first = await page.getByRole('row').nth(1).textContent();
  await page.getByRole('link', { name: /Next|Older/ }).click();
  await expect(page).toHaveURL(/after=|cursor=/);
  await expect(page.getByRole('row').nth(1)).not.toHaveText(first ?? '');
  await page.goBack();
  await expect(page.getByRole('row').nth(1)).toHaveText(first ?? '');
});

test('says that only the newest days were searched where the whole list takes too long', async ({
  finance,
}) => {
  const { page } = finance;
  // A read takes that long only among more rows than a test can create.
  await page.route(/\/api\/.*\/payments\?(.*&)?q=rare/, (route) =>
    route.fulfill({
      json: { rows: [], before: null, after: null, isCursorInvalid: false, searchedDays: 90 },
    }),
  );
  await finance.open('payments');
  await page.getByRole('searchbox', { name: 'Search' }).fill('rare');
  const notice = page.getByRole('status').filter({ hasText: 'Only the last 90 days were searched' });
  await expect(notice).toContainText('Nothing older was searched. Choose a period.');
  await expect(page.getByRole('heading', { name: 'No matching payments' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await expect(notice).toBeHidden();
});

test('requests a count beside the page, says “many” if it takes too long, and hides it for another search', async ({
  finance,
}) => {
  const { page } = finance;
  const [one, other] = [newClientPaymentId('counted'), newClientPaymentId('recounted')];
  await Promise.all(
    [one, other].map((clientPaymentId) => requestPayment(finance, { clientPaymentId, amount: '3' })),
  );
  const { promise: heldOther, resolve: answerOther } = Promise.withResolvers<void>();
  // A list has a count of its own only with more rows than a test can create.
  await page.route(/\/api\/.*\/payments\?(.*&)?q=/, async (route) => {
    const answer = await route.fetch();
    const read: Record<string, unknown> = await answer.json();
    await route.fulfill({ response: answer, json: { ...read, after: 'further' } });
  });
  await page.route(/\/api\/.*\/payments\/count\?(.*&)?q=/, async (route) => {
    const parameters = new URL(route.request().url()).searchParams;
    if (parameters.get('q') !== other) return route.fulfill({ json: { count: 0, more: true } });
    await heldOther;
    await route.fulfill({ json: { count: 31, more: false } });
  });
  await finance.open('payments');
  const search = page.getByRole('searchbox', { name: 'Search' });
  const pages = page.getByRole('navigation', { name: 'Pages of the list' });
  const seen = { useInnerText: true };
  await search.fill(one);
  await expect(pages).toContainText('1 of many payments shown', seen);
  await search.fill(other);
  await expect(page.getByRole('row', { name: other })).toBeVisible();
  await expect(pages).not.toContainText('many', seen);
  answerOther();
  await expect(pages).toContainText('1 of 31 payments shown', seen);
});

test('hides totals of another search while the requested ones are calculated', async ({ finance }) => {
  const { page } = finance;
  const [one, other] = [newClientPaymentId('summed'), newClientPaymentId('resummed')];
  await Promise.all([
    requestPayment(finance, { clientPaymentId: one, amount: '31.07' }),
    requestPayment(finance, { clientPaymentId: other, amount: '5.02' }),
  ]);
  await finance.open(`payments?q=${one}`);
  const totals = page.getByRole('region', { name: 'Totals' });
  await expect(totals.getByRole('link', { name: /^31\.07/ }).first()).toBeVisible();
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route(/\/payments\/totals\?/, (route) => held.then(() => route.continue()));
  await page.getByRole('searchbox', { name: 'Search' }).fill(other);
  await expect(page.getByRole('row', { name: other })).toBeVisible();
  await expect(totals.getByRole('link', { name: /^31\.07/ })).toHaveCount(0);
  answer();
  await expect(totals.getByRole('link', { name: /^5\.02/ }).first()).toBeVisible();
});

test('keeps totals calculated on request with their time, and can calculate them again', async ({
  finance,
}) => {
  const { page } = finance;
  // Totals need a click only among more rows than a test can create.
  await page.route(/\/payments\/totals\?/, (route) =>
    route.fulfill({ json: { kind: 'too many', bound: 100_000 } }),
  );
  let value = '100.5';
  await page.route(/\/payments\/totals\/all\?/, (route) => {
    const sum = { currency: 'EUR', count: 100_001, known: 100_001, total: value };
    const fields = [{ field: 'expected', sums: [sum] }];
    return route.fulfill({ body: `${JSON.stringify({ rows: 100_001, done: true, fields })}\n` });
  });
  await finance.open('payments');
  const totals = page.getByRole('region', { name: 'Totals' });
  await totals.getByRole('button', { name: 'Calculate totals' }).click();
  await expect(totals.getByRole('link', { name: /^100\.5/ })).toBeVisible();
  await expect(totals).toContainText(/as of \d\d:\d\d/);
  await page.getByRole('link', { name: 'Deposits' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Deposits' })).toBeVisible();
  await page.goBack();
  await expect(totals.getByRole('link', { name: /^100\.5/ })).toBeVisible();
  await expect(totals).toContainText(/as of \d\d:\d\d/);
  value = '100.75';
  await totals.getByRole('button', { name: 'Calculate totals again' }).click();
  await expect(totals.getByRole('link', { name: /^100\.75/ })).toBeVisible();
  await expect(totals).toContainText(/as of \d\d:\d\d/);
});

test('names the total of refunds like its column, because some were never paid', async ({ finance }) => {
  await finance.open('refunds');
  const totals = finance.page.getByRole('region', { name: 'Totals' });
  await expect(totals).toContainText(/Refund amount.*\d/);
  await expect(totals).not.toContainText('Refunded');
});
