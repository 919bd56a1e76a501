import { expectAccessible } from './fixtures/axe.ts';
import { newClientPaymentId, requestPayment } from './fixtures/new-payment.ts';
import { expect, test } from './fixtures/test.ts';

test('adds a note and a label that every role can read, and filters the list by the label', async ({
  viewer,
  owner,
}) => {
  const { page } = owner;
  const label = newClientPaymentId('Dispute');
  const text = '<script>alert(1)</script> שלום\nPromised a refund';
  const reference = newClientPaymentId('noted');
  const { paymentId } = await requestPayment(owner, { clientPaymentId: reference, amount: '5' });
  await owner.open(`payments/${paymentId}`);
  await page.getByRole('button', { name: 'Write note' }).click();
  // A colleague is found by the beginning of the name.
  await page.getByRole('textbox', { name: 'Note' }).pressSequentially('@v');
  await page.getByRole('list', { name: 'Colleagues to mention' }).getByRole('button').first().click();
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue(/^@v.+ $/i);
  await page.getByRole('textbox', { name: 'Note' }).fill(text);
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('list', { name: 'Notes' }).getByText('Promised a refund')).toBeVisible();
  await page.getByRole('button', { name: 'Add label' }).click();
  await page.getByRole('combobox', { name: 'Label' }).fill(label);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('button', { name: `Remove label ${label}` })).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Edit note' }).fill('Refund sent');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('list', { name: 'Notes' }).getByText('Refund sent')).toBeVisible();
  await page.getByText('Earlier versions').click();
  await expect(page.getByText('<script>alert(1)</script>')).toBeVisible();
  await expectAccessible(page);
  const address = new URL(page.url()).pathname;

  await viewer.page.goto(address);
  await expect(viewer.page.getByRole('list', { name: 'Notes' }).getByText('Refund sent')).toBeVisible();
  await expect(viewer.page.getByRole('button', { name: 'Write note' })).toHaveCount(0);
  await viewer.page.getByRole('link', { name: label }).click();
  await expect(viewer.page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await expect(viewer.page.getByRole('link', { name: `Remove filter Label: ${label}` })).toBeVisible();
  await expect(viewer.page.getByRole('link', { name: reference, exact: true })).toBeVisible();
  await expect(viewer.page.getByRole('row')).toHaveCount(2);

  await owner.open('business');
  await owner.page.getByRole('button', { name: `Rename ${label}` }).click();
  await owner.page.getByRole('textbox', { name: `Name of the label ${label}` }).fill(`${label} closed`);
  await owner.page.getByRole('button', { name: 'Save name' }).click();
  await owner.page.getByRole('button', { name: `Retire ${label} closed` }).click();
  await expect(owner.page.getByRole('button', { name: `Restore ${label} closed` })).toBeVisible();
  await viewer.page.reload();
  await expect(
    viewer.page.getByRole('link', { name: `Remove filter Label: ${label} closed (retired)` }),
  ).toBeVisible();
});

test('keeps the focus in place when a form closes and when a label is removed', async ({ finance }) => {
  const { page } = finance;
  const label = newClientPaymentId('Keys');
  const clientPaymentId = newClientPaymentId('keys');
  const { paymentId } = await requestPayment(finance, { clientPaymentId, amount: '5' });
  await finance.open(`payments/${paymentId}`);
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  const write = page.getByRole('button', { name: 'Write note' });
  await press('Write note');
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await press('Cancel');
  await expect(write).toBeFocused();
  await press('Write note');
  await page.getByRole('textbox', { name: 'Note' }).fill('By keys');
  await press('Add note');
  await expect(write).toBeFocused();
  await press('Edit');
  await page.getByRole('textbox', { name: 'Edit note' }).fill('By keys alone');
  await press('Save note');
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused();
  const add = page.getByRole('button', { name: 'Add label' });
  await press('Add label');
  await page.getByRole('combobox', { name: 'Label' }).fill(label);
  await page.keyboard.press('Enter');
  await expect(add).toBeFocused();
  await press(`Remove label ${label}`);
  await expect(page.getByText('No labels.')).toBeVisible();
  await expect(add).toBeFocused();
});
