import { expectAccessible } from './fixtures/axe.ts';
import { newClientPaymentId, openNewPayment } from './fixtures/new-payment.ts';
import { expect, test } from './fixtures/test.ts';

test('saves the form as a template, numbers payments with it, renames and deletes it', async ({
  finance,
}) => {
  const { page } = finance;
  const name = newClientPaymentId('template');
  const start = newClientPaymentId('INV');
  await openNewPayment(finance);
  await page.getByRole('textbox', { name: 'Amount' }).fill('12.50');
  await page.getByLabel('Expires').selectOption('1440');
  await page.getByRole('button', { name: 'Save as template' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Template name' }).fill(name);
  const pattern = dialog.getByRole('textbox', { name: 'Pattern for references' });
  await pattern.fill(`${start}-{year}`);
  await expect(dialog.getByText('Add one number placeholder')).toBeVisible();
  await pattern.fill(`${start}-{seq:4}`);
  await expect(dialog.getByText(`${start}-0001`)).toBeVisible();
  await dialog.getByRole('checkbox', { name: /Include the amount/ }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect(dialog).toBeHidden();

  for (const number of ['0001', '0002']) {
    await openNewPayment(finance);
    await page.getByRole('combobox', { name: 'Template' }).selectOption({ label: name });
    await expect(page.getByRole('textbox', { name: 'Client payment ID' })).toHaveValue(`${start}-${number}`);
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('12.50');
    await expect(page.getByLabel('Expires')).toHaveValue('1440');
    await page.getByRole('button', { name: 'Create payment' }).click();
    await expect(page.getByRole('link', { name: 'Open checkout' })).toBeVisible();
    await expect(page.getByText(`${start}-${number}`).first()).toBeVisible();
  }

  await openNewPayment(finance);
  await page.getByRole('combobox', { name: 'Template' }).selectOption({ label: name });
  await page.getByRole('textbox', { name: 'Amount' }).fill('15');
  await page.getByRole('button', { name: 'Update template' }).click();
  await expect(dialog.getByRole('checkbox', { name: /Include the amount/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Update template', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'No template' });
  await page.getByRole('combobox', { name: 'Template' }).selectOption({ label: name });
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('15');
  await page.getByRole('button', { name: 'Manage templates' }).click();
  await page.getByRole('button', { name: `Rename ${name}` }).click();
  await page.getByRole('textbox', { name: 'Template name' }).fill(`${name} B`);
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByRole('button', { name: `Delete ${name} B` }).click();
  await page.getByRole('button', { name: 'Delete template', exact: true }).click();
  await expect(page.getByText(`${name} B`)).toHaveCount(0);
});
