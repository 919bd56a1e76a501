import { readFile } from 'node:fs/promises';
import { expectAccessible } from './fixtures/axe.ts';
import { openBlockedCase } from './fixtures/blocked-case.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { proposeToReport } from './fixtures/propose-to-report.ts';
import type { Session } from './fixtures/test.ts';
import { expect, test } from './fixtures/test.ts';

const view = (desk: Session, name: string) =>
  desk.page
    .getByRole('navigation', { name: 'Queue views' })
    .getByRole('link', { name: new RegExp(`^${name} ?[0-9]`) });

/** Opens two cases at once, because most of the time passes at the service and in the worker. */
const openTwoCases = (finance: Session, compliance: Session) =>
  Promise.all([openBlockedCase(finance, compliance), openBlockedCase(finance, compliance)]);

test('"Take next" assigns the next case to me and opens it', async ({ compliance }) => {
  const { page } = compliance;
  await compliance.open('reviews');
  // The worker opens the first cases a while after the start.
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Take next' }).click();
  await expect(page).toHaveURL(/\/reviews\/[0-9a-f-]{36}$/);
  const name = await page.getByRole('heading', { level: 1 }).textContent();
  await compliance.open('reviews');
  await view(compliance, 'Assigned to me').click();
  await expect(page).toHaveURL(/[?&]queue=mine/);
  await expect(page.getByRole('table').getByRole('link', { name: name ?? '' })).toBeVisible();
});

test('the queue has filters, totals, sorting and a preview like every list', async ({ compliance }) => {
  const { page } = compliance;
  await compliance.open('reviews');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'Reason' }).click();
  await page.getByRole('checkbox', { name: 'Deposit blocked' }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/reason=deposit-blocked/);
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('Amount');
  const head = page.getByRole('columnheader', { name: 'EUR amount' });
  await head.getByRole('link').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toMatch(/^case_number,/);
  expect(lines.slice(1).every((line) => line.includes('deposit-blocked'))).toBe(true);
  const countRows = () => page.getByRole('row').count();
  await expect.poll(countRows).toBeLessThanOrEqual(lines.length);
  await page.getByRole('row').nth(1).getByRole('cell').nth(2).click();
  const drawer = page.getByRole('region', { name: 'Case beside the list' });
  await expect(drawer.getByRole('heading', { name: 'Decision', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
});

test('on a phone, selected cases are assigned and snoozed, and messages cover no controls', async ({
  compliance,
  finance,
}) => {
  const { page } = compliance;
  const cases = await openTwoCases(finance, compliance);
  await page.setViewportSize({ width: 390, height: 800 });
  await compliance.open('reviews?queue=unassigned&sort=opened.desc');
  // The links above the cases scroll in their own row.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const bar = page.getByRole('region', { name: 'Selection' });
  const findBox = (at: number) => page.getByRole('checkbox', { name: `Select ${cases[at]?.name}` });
  const card = page.getByRole('row').filter({ has: findBox(0) });
  await expect(card.getByText('Sanctions').filter({ visible: true }).first()).toBeVisible();
  await expect(
    card
      .getByText(/^score 1/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await findBox(0).check();
  await findBox(1).check();
  await expect(bar).toContainText('2 selected');
  await expectAccessible(page);
  // The message appears before the list is read again.
  const { promise: listHeld, resolve: releaseList } = Promise.withResolvers<void>();
  await page.route('**/api/businesses/*/reviews?*', (route) => listHeld.then(() => route.continue()));
  await bar.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(page.getByText('2 cases assigned')).toBeVisible();
  releaseList();
  await expect(bar).toBeHidden();
  // Pressed while the message is still visible: it must not cover the link.
  await view(compliance, 'Assigned to me').click();
  await expect(page).toHaveURL(/queue=mine/);
  await findBox(0).check();
  await bar.getByRole('combobox', { name: 'Snooze for' }).selectOption('4 hours');
  await bar.getByRole('button', { name: 'Snooze' }).click();
  await expect(page.getByText('1 case snoozed')).toBeVisible();
  await view(compliance, 'Snoozed').click();
  await expect(page).toHaveURL(/queue=snoozed/);
  await findBox(0).check();
  await bar.getByRole('combobox', { name: 'Snooze for' }).selectOption('Unsnooze');
  await bar.getByRole('button', { name: 'Unsnooze' }).click();
  await expect(page.getByRole('heading', { name: 'No snoozed cases' })).toBeVisible();
});

test('an empty view says whether risk data arrives: connected, responding, or not', async ({
  compliance,
}) => {
  const { page } = compliance;
  let change: Record<string, unknown> = {};
  // The page comes with the desk that the server has read, so only a refresh shows a changed answer.
  await page.route(/\/live\?/, (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'event: missed\ndata: {}\n\n' }),
  );
  await page.route('**/reviews/desk', async (route) => {
    const answer = await route.fetch();
    const desk: { source: Record<string, unknown> } = await answer.json();
    await route.fulfill({ response: answer, json: { ...desk, source: { ...desk.source, ...change } } });
  });
  await compliance.open('reviews?queue=disagrees&subject=withdrawal');
  await expect(page.getByRole('heading', { name: 'No matching cases' })).toBeVisible();
  await expect(page.getByText(/^Last payment refresh:/).filter({ visible: true })).toBeVisible();
  change = { isSetUp: false };
  await page.reload();
  await expect(
    page.getByText('No source of risk data is connected.').filter({ visible: true }),
  ).toBeVisible();
  await expect(page.getByText(/set SERVICE_PAYMENT_READ_PATH/).first()).toBeVisible();
  change = { failing: { since: Date.now() - 3_600_000, error: 'The service answered 401.' } };
  await page.reload();
  await expect(
    page.getByText('The source of risk data isn’t responding.').filter({ visible: true }),
  ).toBeVisible();
  await expect(page.getByText(/payment refreshes have failed since/i).first()).toBeVisible();
  await expectAccessible(page);
});

test('opens the next case after a decision on a case that "Take next" opened', async ({
  compliance,
  finance,
}) => {
  const { page } = compliance;
  // Other tests may have decided all other cases.
  await openTwoCases(finance, compliance);
  await compliance.open('reviews');
  await page.getByRole('button', { name: 'Take next' }).click();
  await expect(page).toHaveURL(/\/reviews\/[0-9a-f-]{36}$/);
  const first = page.url();
  await page.keyboard.press('d');
  await page.getByRole('radio', { name: 'File SAR/STR' }).check();
  await proposeToReport(page);
  // The message goes after some seconds, and a slow machine may open the next case later.
  await expect(page.getByText('Decision proposed for approval')).toBeVisible();
  await expect(page).not.toHaveURL(first);
});

test('works on cases beside the queue by keys and opens the next one after a decision', async ({
  compliance,
  finance,
}) => {
  const { page } = compliance;
  // Other tests may have decided all other cases.
  await openTwoCases(finance, compliance);
  await page.setViewportSize({ width: 1440, height: 900 });
  await compliance.open('reviews?queue=unassigned&subject=deposit&sort=opened.desc');
  const drawer = page.getByRole('region', { name: 'Case beside the list' });
  // Unassigned, because other tests propose decisions on the cases that they take.
  await page.keyboard.press('j');
  await expect(drawer).toBeVisible();
  await expect(drawer.getByRole('tab', { name: 'Summary' })).toBeVisible();
  // The case listens to its keys a moment after it is shown.
  await waitForHydration(page);
  await page.keyboard.press('n');
  await expect(drawer.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('Asked the customer.');
  await drawer.getByRole('button', { name: 'Add note' }).click();
  await expect(drawer.getByText('Asked the customer.')).toBeVisible();
  await page.keyboard.press('d');
  // The case scrolls to its decision. The page is as high as the window.
  const excess = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  await expect.poll(excess).toBeLessThanOrEqual(0);
  await drawer.getByRole('radio', { name: 'File SAR/STR' }).check();
  const opened = new URL(page.url()).searchParams.get('open');
  await proposeToReport(drawer);
  await expect(page).toHaveURL((url) => {
    const next = url.searchParams.get('open');
    return next !== null && next !== opened;
  });
  await expect(drawer.getByRole('textbox', { name: 'Reason' })).toHaveValue('');
});

test('undoes an assignment from its message', async ({ compliance, finance }) => {
  const { page } = compliance;
  const { caseId } = await openBlockedCase(finance, compliance);
  await compliance.open(`reviews/${caseId}`);
  const assignee = page.getByRole('combobox', { name: 'Assignee' });
  await expect(assignee).toHaveValue('nobody');
  await page.keyboard.press('a');
  await expect(page.getByText('Case assigned')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Change to 1 case undone')).toBeVisible();
  await expect(assignee).toHaveValue('nobody');
});
