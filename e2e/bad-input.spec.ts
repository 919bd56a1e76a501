import { newClientPaymentId, openNewPayment, submitPayment } from './fixtures/new-payment.ts';
import { expect, test } from './fixtures/test.ts';

const markup = '<img src=x onerror="alert(1)">';
const turned = '\u202Efdp.exe';
const tenKilobytes = 'x'.repeat(10_000);

/** Field, typed value, expected message. The rules of the form have a test of every other value (model/request.test.ts). */
const refused = [
  ['Amount', '', 'Enter an amount'],
  ['Amount', '1,23.4', 'Remove thousands separators'],
  ['Amount', markup, 'Enter digits only'],
  ['Client payment ID', turned, 'Remove invisible characters'],
  ['Client payment ID', tenKilobytes, 'Use at most 255 characters'],
  ['Redirect URL', 'javascript:alert(1)', 'Enter a full address'],
] as const;

test('shows errors in the form for a new payment and keeps the input', async ({ finance }) => {
  const { page } = finance;
  await openNewPayment(finance);
  const id = await page.getByRole('textbox', { name: 'Client payment ID' }).inputValue();
  for (const [name, typed, words] of refused) {
    await test.step(`${name}: ${typed.slice(0, 40)}`, async () => {
      const field = page.getByRole('textbox', { name });
      await field.fill(typed);
      await page.getByRole('button', { name: 'Create payment' }).click();
      await expect(field).toHaveAccessibleDescription(new RegExp(words));
      await expect(field).toHaveValue(typed);
      await field.fill(name === 'Client payment ID' ? id : '');
    });
  }
});

test('accepts an ID with markup and formulas as plain text', async ({ finance }) => {
  const { page } = finance;
  const hostile = `=HYPERLINK("https://evil.example") ${markup} ${newClientPaymentId('hostile')}`;
  await submitPayment(finance, { clientPaymentId: hostile, amount: '0.01' });
  await expect(page.getByRole('link', { name: 'Open checkout' })).toBeVisible();
  await expect(page.getByText(hostile).first()).toBeVisible();
});

test('refuses an ID that was already requested', async ({ finance }) => {
  const { page } = finance;
  const clientPaymentId = newClientPaymentId('twice');
  await submitPayment(finance, { clientPaymentId, amount: '5' });
  await expect(page.getByRole('link', { name: 'Open checkout' })).toBeVisible();
  await submitPayment(finance, { clientPaymentId, amount: '6' });
  await expect(page.getByRole('textbox', { name: 'Client payment ID' })).toHaveAccessibleDescription(
    /already/i,
  );
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('6');
});

test('shows a page at unexpected addresses', async ({ finance, consoleWatch }) => {
  consoleWatch.expectMessage(/404|400/);
  const { page, businessId } = finance;
  // Requests without a browser cover every page and parameter (hostile-addresses.spec.ts).
  const places = [
    `/${businessId}/payments?status=${encodeURIComponent(markup)}&q=${encodeURIComponent(turned)}`,
    `/${businessId}/payments?q=${encodeURIComponent('<ب>'.repeat(2_500))}`,
    `/${businessId}/payments?from=9999-99-99&to=-1&cursor=not-a-cursor&q=%00`,
    '/%E0%A4%A/overview',
  ];
  for (const place of places) {
    const response = await page.goto(place);
    expect.soft(response?.status(), place.slice(0, 80)).toBeLessThan(500);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});
