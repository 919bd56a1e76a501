import { readFile } from 'node:fs/promises';
import { newClientPaymentId, requestPayment } from './fixtures/new-payment.ts';
import { sandbox } from './fixtures/sandbox.ts';
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
  await expect(page.getByRole('heading', { name: 'No matching rows' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No matching rows' })).toBeVisible();
  const box = page.getByRole('searchbox', { name: 'Search' });
  await expect(box).toHaveValue(long);
  await expect(box).toHaveAccessibleDescription(/Use at most 255 characters/);
});

test('shows exactly the rows of a filter in the address', async ({ finance }) => {
  const { page } = finance;
  await finance.open('payments?status=EXPIRED');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const rows = await page.getByRole('row').all();
  for (const row of rows.slice(1)) await expect(row).toContainText('Expired');
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

test('exports every digit of the filtered rows', async ({ finance }) => {
  const { page } = finance;
  const clientPaymentId = newClientPaymentId('digits');
  const { paymentId } = await requestPayment(finance, { clientPaymentId, amount: '1234.56' });
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

test('shows the progress of a long search, which can stop, fail and continue', async ({
  finance,
  consoleWatch,
}) => {
  consoleWatch.expectMessage(/503/);
  const { page } = finance;
  const stopped = Promise.withResolvers<void>();
  // The list retries automatically twice. After that the person must retry.
  let failures = 3;
  // A search needs several steps only among more rows than a test can create.
  await page.route(/\/payments\?(.*&)?q=rare/, async (route) => {
    // Identifies steps by cursor and not by count: new rows of other tests can repeat a step.
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
    if (step === 4) await stopped.promise;
    await route.fulfill({
      json: { rows: [], before: null, after, isCursorInvalid: false, scannedTo: searched, count: null },
    });
  });
  await finance.open('payments');
  await page.getByRole('searchbox', { name: 'Search' }).fill('rare');
  const progress = page.getByRole('status').filter({ hasText: 'nothing found so far' });
  await expect(progress).toContainText('The search is still running');
  await expect(progress).toContainText(/Searched back to .*Oct/);
  await progress.getByRole('button', { name: 'Stop' }).click();
  await expect(progress).toContainText('Search stopped before the end');
  stopped.resolve();
  await progress.getByRole('button', { name: 'Continue' }).click();
  await expect(progress).toContainText('The search was interrupted');
  await progress.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No matching rows' })).toBeVisible();
  await expect(progress).toBeHidden();
});

test('searches backwards for a previous page, and links to its neighbours', async ({ finance }) => {
  const { page } = finance;
  const reference = newClientPaymentId('back');
  await requestPayment(finance, { clientPaymentId: reference, amount: '7' });
  let rows: unknown = [];
  const stopped = Promise.withResolvers<void>();
  await page.route(/\/api\/.*\/payments\?(.*&)?q=/, async (route) => {
    const place = new URL(route.request().url()).searchParams.get('before');
    if (place === null) {
      const answer = await route.fetch();
      const read: Record<string, unknown> = await answer.json();
      rows = read['rows'];
      return route.fulfill({ response: answer, json: read });
    }
    const step = 1 + Number(place.slice('step'.length));
    const isFound = step > 3;
    const searched = isFound ? null : { kind: 'time', key: String(Date.UTC(2026, 9, step) * 1_000) };
    if (step === 2) await stopped.promise;
    const ways = { before: `step${step}`, after: 'on', isCursorInvalid: false };
    await route.fulfill({ json: { rows: isFound ? rows : [], ...ways, scannedTo: searched, count: null } });
  });
  await finance.open('payments');
  await page.getByRole('searchbox', { name: 'Search' }).fill(reference);
  await expect(page.getByRole('row', { name: reference })).toBeVisible();
  const pages = page.getByRole('navigation', { name: 'Pages of the list' });
  // Otherwise the search itself would change the address once more.
  await expect(page).toHaveURL(new RegExp(`q=${reference}$`));
  const progress = page.getByRole('status').filter({ hasText: 'nothing found so far' });
  // A real link would have the server render the page, which rejects this cursor. On a busy machine the router may
  // still put back the address of the search.
  await expect(async () => {
    await page.evaluate((to) => window.history.pushState(null, '', to), `?q=${reference}&before=step0`);
    await expect(progress).toContainText('The search is still running', { timeout: 3_000 });
  }).toPass();
  await expect(progress).toContainText(/Searched up to .*Oct/);
  await expect(pages.getByRole('link', { name: 'Previous' })).toHaveAttribute('href', /before=step1/);
  await progress.getByRole('button', { name: 'Stop' }).click();
  await expect(progress).toContainText('Search stopped before the end');
  stopped.resolve();
  await progress.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('row', { name: reference })).toBeVisible();
  await expect(progress).toBeHidden();
  await expect(pages.getByRole('link', { name: 'Previous' })).toHaveAttribute('href', /before=step4/);
  await expect(pages.getByRole('link', { name: 'Next' })).toHaveAttribute('href', /after=on/);
});

test('increases a long count until it is exact, and hides it for another search', async ({ finance }) => {
  const { page } = finance;
  const [one, other] = [newClientPaymentId('counted'), newClientPaymentId('recounted')];
  for (const clientPaymentId of [one, other]) await requestPayment(finance, { clientPaymentId, amount: '3' });
  const parts: Readonly<Record<string, unknown>> = {
    start: { count: 120, more: true, after: 'first' },
    first: { count: 80, more: true, after: 'second' },
    second: { count: 7, more: false },
  };
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: heldOther, resolve: answerOther } = Promise.withResolvers<void>();
  // A list omits its count only among more rows than a test can create.
  await page.route(/\/api\/.*\/payments\?(.*&)?q=/, async (route) => {
    const answer = await route.fetch();
    const read: Record<string, unknown> = await answer.json();
    await route.fulfill({ response: answer, json: { ...read, after: 'further', count: null } });
  });
  await page.route(/\/api\/.*\/payments\/count\?(.*&)?q=/, async (route) => {
    const parameters = new URL(route.request().url()).searchParams;
    if (parameters.get('q') === other) {
      await heldOther;
      return route.fulfill({ json: { count: 31, more: false } });
    }
    const place = parameters.get('after') ?? 'start';
    if (place === 'second') await held;
    await route.fulfill({ json: parts[place] });
  });
  await finance.open('payments');
  const search = page.getByRole('searchbox', { name: 'Search' });
  const pages = page.getByRole('navigation', { name: 'Pages of the list' });
  const seen = { useInnerText: true };
  await search.fill(one);
  await expect(pages).toContainText('1 of 200+ rows shown', seen);
  goOn();
  await expect(pages).toContainText('1 of 207 rows shown', seen);
  await search.fill(other);
  await expect(page.getByRole('row', { name: other })).toBeVisible();
  await expect(pages).not.toContainText('207', seen);
  answerOther();
  await expect(pages).toContainText('1 of 31 rows shown', seen);
});

test('hides totals of another search while the requested ones are calculated', async ({ finance }) => {
  const { page } = finance;
  const [one, other] = [newClientPaymentId('summed'), newClientPaymentId('resummed')];
  await requestPayment(finance, { clientPaymentId: one, amount: '31.07' });
  await requestPayment(finance, { clientPaymentId: other, amount: '5.02' });
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
