import { expectAccessible } from './fixtures/axe.ts';
import { expect, test } from './fixtures/test.ts';

test('what does not fit is given to somebody, noted and resolved; then it is among the resolved', async ({
  finance,
}) => {
  const { page } = finance;
  await finance.open('exceptions?state=over');
  const row = page.getByRole('row').nth(1);
  await expect(row.getByText('Over')).toBeVisible();
  const name = (await row.getByRole('link').first().textContent()) ?? '';
  await row.getByRole('button', { name: `Handle ${name}` }).click();
  const work = page.getByRole('dialog', { name });
  await work.getByRole('combobox', { name: 'Owner' }).selectOption({ index: 1 });
  await work.getByRole('textbox', { name: 'Note' }).fill('The customer keeps it as credit.');
  await expectAccessible(page);
  await work.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await finance.open('exceptions?state=over');
  await expect(page.getByRole('heading', { level: 1, name: 'Exceptions' })).toBeVisible();
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  await finance.open('exceptions?work=resolved');
  await expect(page.getByRole('row', { name }).getByText('The customer keeps it as credit.')).toBeVisible();
});
