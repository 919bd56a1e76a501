import { expectAccessible } from './fixtures/axe.ts';
import { newClientPaymentId } from './fixtures/new-payment.ts';
import { expect, test } from './fixtures/test.ts';

test('an exception is assigned, noted, resolved and reopened in its row, and then listed as resolved', async ({
  finance,
}) => {
  const { page } = finance;
  await finance.open('exceptions?state=over&sort=oldest');
  const row = page.getByRole('row').nth(1);
  await expect(row.getByText('Above expected')).toBeVisible();
  const name = (await row.getByRole('link').first().textContent()) ?? '';
  await row.getByRole('button', { name: `Update exception ${name}` }).click();
  const work = page.getByRole('dialog', { name });
  await work.getByRole('combobox', { name: 'Assignee' }).selectOption({ index: 1 });
  await work
    .getByRole('combobox', { name: 'Resolution reason' })
    .selectOption({ label: 'Received amount accepted' });
  await work.getByRole('textbox', { name: 'Note' }).fill('The customer keeps it as credit.');
  await expectAccessible(page);
  // By key, so that the pointer stays on the row.
  await work.getByRole('button', { name: 'Resolve' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // The pointer is on the row, so the row stays, with its current content and actions.
  await expect(row.getByText('No longer in this list')).toBeVisible();
  await expect(row.getByText('Received amount accepted')).toBeVisible();
  await expect(row.getByText('The customer keeps it as credit.')).toBeVisible();
  await row.getByRole('button', { name: `Reopen exception ${name}` }).click();
  await work.getByRole('button', { name: 'Reopen' }).click();
  await expect(row.getByText('No longer in this list')).toBeHidden();
  await row.getByRole('button', { name: `Update exception ${name}` }).click();
  await expect(work).toContainText('Difference');
  await work.getByRole('button', { name: 'Resolve' }).click();
  await expect(work.getByText('Choose a resolution reason.')).toBeVisible();
  await work.getByRole('combobox', { name: 'Resolution reason' }).selectOption({ label: 'Other' });
  // The pointer leaves while the dialog is open, so that no pointer is on the row when it closes.
  await work.getByRole('button', { name: 'Resolve' }).hover();
  await page.mouse.move(0, 0);
  await work.getByRole('button', { name: 'Resolve' }).dispatchEvent('click');
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  await finance.open('exceptions?work=resolved');
  await expect(page.getByRole('row', { name }).getByText('The customer keeps it as credit.')).toBeVisible();
  // A filter by resolution time includes resolved exceptions.
  await finance.open('exceptions?resolvedAt=today');
  await page.getByRole('row', { name }).getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar.getByRole('button', { name: 'Reopen' })).toBeVisible();
});

test('the confirmation names the number of all matches', async ({ finance }) => {
  const { page } = finance;
  await finance.open('exceptions?state=under&sort=oldest');
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: 'Selection' });
  const all = bar.getByRole('button', { name: /^Select all \d+ matching exceptions$/ });
  const count = /\d+/.exec((await all.textContent()) ?? '')?.[0];
  await all.click();
  await expect(bar).toContainText(`All ${count} matching exceptions`);
  await bar.getByRole('button', { name: 'Resolve' }).click();
  const question = page.getByRole('alertdialog', { name: `Resolve ${count} exceptions?` });
  await expect(question.getByRole('button', { name: `Resolve ${count} exceptions` })).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
});

test('an exception is worked on beside the list with the keyboard, and input stays', async ({ finance }) => {
  const { page } = finance;
  await finance.open('exceptions?state=under&sort=oldest');
  const [first, second] = [page.getByRole('row').nth(1), page.getByRole('row').nth(2)];
  const name = (await first.getByRole('link').first().textContent()) ?? '';
  await first.getByRole('cell', { name: 'Below expected' }).click();
  const drawer = page.getByRole('region', { name: 'Exception beside the list' });
  await expect(drawer).toContainText(name);
  await expect(drawer).toContainText('The deposits are below the requested amount, in the same currency.');
  await expect(drawer.getByRole('heading', { name: 'Deposits' })).toBeVisible();
  await expect(drawer.getByRole('heading', { name: 'What you can do' })).toBeVisible();
  const note = drawer.getByRole('textbox', { name: 'Note' });
  const typed = `j and k are letters: ${newClientPaymentId('note')}`;
  await note.fill(typed);
  await expectAccessible(page);
  // Leaves the field, moves to the next row, and returns to the typed text.
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(drawer).toContainText((await second.getByRole('link').first().textContent()) ?? '');
  await expect(note).not.toHaveValue(typed);
  await page.keyboard.press('k');
  await expect(note).toHaveValue(typed);
  // One key leads to the reason, and resolves once there is one.
  await page.keyboard.press('r');
  const reason = drawer.getByRole('combobox', { name: 'Resolution reason' });
  await expect(reason).toBeFocused();
  await reason.selectOption({ label: 'Other' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await expect(first.getByText('No longer in this list')).toBeVisible();
  await drawer.getByRole('button', { name: 'Reopen' }).click();
  await expect(first.getByText('No longer in this list')).toBeHidden();
  await note.focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/payments\/[0-9a-f-]{36}$/);
});

test('on a phone a card shows both amounts and the actions', async ({ finance }) => {
  const { page } = finance;
  await page.setViewportSize({ width: 390, height: 800 });
  await finance.open('exceptions?state=over&sort=oldest');
  await expect(page.getByText(/^of [\d.,]+/).first()).toBeVisible();
  await page
    .getByRole('button', { name: /^Update exception / })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Resolve' })).toBeVisible();
  await expectAccessible(page);
});
