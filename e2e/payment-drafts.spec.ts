import type { Page } from '@playwright/test';
import { addColleague } from './fixtures/colleague.ts';
import { newClientPaymentId } from './fixtures/new-payment.ts';
import { signInByPassword } from './fixtures/people.ts';
import { sendAction } from './fixtures/send-action.ts';
import { expect, test } from './fixtures/test.ts';

/** The person's unsent payment, as the server has it. */
const readDrafts = async (page: Page, businessId: string): Promise<string> =>
  (await page.request.get(`/api/businesses/${businessId}/drafts?subject=new`)).text();

test('restores an unsent payment with its age, and adds its note and labels to the created payment', async ({
  owner,
  browser,
}) => {
  const clientPaymentId = newClientPaymentId('draft');
  const person = { email: `${clientPaymentId}@example.test`, password: 'seventeen quiet herons' };
  await addColleague(owner, { ...person, name: 'Kim', role: 'finance' });
  const context = await browser.newContext();
  const businessId = await signInByPassword(context, person);
  const page = await context.newPage();
  await page.goto(`/${businessId}/payments/new`);
  await page.getByRole('textbox', { name: 'Client payment ID' }).fill(clientPaymentId);
  await page.getByRole('textbox', { name: 'Amount' }).fill('12.50');
  await page.getByRole('textbox', { name: 'Labels' }).fill('Draft test');
  await page.getByRole('textbox', { name: 'Note' }).fill('Agreed by phone');
  await expect.poll(() => readDrafts(page, businessId)).toContain('Agreed by phone');

  await page.reload();
  await expect(page.getByText('Your unsent text was restored')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Client payment ID' })).toHaveValue(clientPaymentId);
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Agreed by phone');
  await page.getByRole('button', { name: 'Create payment' }).click();
  await page.getByRole('link', { name: 'Go to the payment' }).click();
  await expect(page.getByText('Agreed by phone')).toBeVisible();
  await expect(page.getByText('Draft test').first()).toBeVisible();
  await expect.poll(() => readDrafts(page, businessId)).not.toContain(clientPaymentId);
  await context.close();
});

test('keeps what was typed when the session ends before it is sent', async ({ owner, browser }) => {
  const clientPaymentId = newClientPaymentId('session');
  const person = { email: `${clientPaymentId}@example.test`, password: 'seventeen quiet herons' };
  await addColleague(owner, { ...person, name: 'Sam', role: 'finance' });
  const [context, elsewhere] = [await browser.newContext(), await browser.newContext()];
  const businessId = await signInByPassword(context, person);
  const page = await context.newPage();
  await page.goto(`/${businessId}/payments/new`);
  await page.getByRole('textbox', { name: 'Client payment ID' }).fill(clientPaymentId);
  await page.getByRole('textbox', { name: 'Amount' }).fill('12.50');
  await page.getByRole('textbox', { name: 'Note' }).fill('Agreed by phone');
  await expect.poll(() => readDrafts(page, businessId)).toContain('Agreed by phone');
  const rows = `id\tamount\tcurrency\n${clientPaymentId}-1\t10\tEUR`;
  const bulk = await context.newPage();
  await bulk.goto(`/${businessId}/payments/bulk`);
  await bulk.getByRole('radio', { name: 'Copied table' }).check();
  await bulk.getByRole('textbox', { name: 'Copied rows' }).fill(rows);
  const savedRows = () => page.request.get(`/api/businesses/${businessId}/drafts?subject=rows`);
  await expect.poll(async () => (await savedRows()).text()).toContain(`${clientPaymentId}-1`);

  await signInByPassword(elsewhere, person);
  // A refused read of the page itself would open the sign-in page before the click.
  await context.route('**/api/businesses/**', (route) => route.fulfill({ status: 503, json: {} }));
  await sendAction(elsewhere.request, 'revokeOtherSessionsAction', { businessId });
  await bulk.getByRole('button', { name: 'Check rows' }).click();
  await expect(bulk.getByText('You were signed out, so your rows couldn’t be checked.')).toBeVisible();
  await page.getByRole('button', { name: 'Create payment' }).click();
  await expect(page.getByText('You were signed out, so nothing was sent')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await context.unroute('**/api/businesses/**');
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('textbox', { name: 'Client payment ID' })).toHaveValue(clientPaymentId);
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('12.50');
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Agreed by phone');
  await page.getByRole('button', { name: 'Create payment' }).click();
  await expect(page.getByRole('link', { name: 'Open checkout' })).toBeVisible();
  await bulk.reload();
  await expect(bulk.getByRole('textbox', { name: 'Copied rows' })).toHaveValue(rows);
  for (const opened of [context, elsewhere]) await opened.close();
});
