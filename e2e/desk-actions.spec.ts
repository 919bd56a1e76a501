import { CountedInput } from '#tools/bench/counted-input.ts';
import { openBlockedCase } from './fixtures/blocked-case.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { proposeToReport } from './fixtures/propose-to-report.ts';
import { expect, test } from './fixtures/test.ts';

test('maintains a hold from the open queue in at most 10 keystrokes', async ({ compliance, finance }) => {
  const { page } = compliance;
  const { name } = await openBlockedCase(finance, compliance);
  await compliance.open(`reviews?q=${name}`);
  await expect(page.getByRole('row')).toHaveCount(2);
  const person = new CountedInput(page);
  await person.press('j');
  const beside = page.getByRole('region', { name: 'Case beside the list' });
  const keep = beside.getByRole('radio', { name: 'Maintain hold' });
  await expect(keep).toBeVisible();
  // The case listens to its keys a moment after it is shown.
  await waitForHydration(page);
  await person.press('d');
  while (!(await keep.isChecked())) await person.press('ArrowDown');
  const disposition = beside.getByRole('combobox', { name: 'Disposition' });
  await person.tabTo(disposition);
  await person.chooseFirst(disposition);
  await person.tabTo(beside.getByRole('textbox', { name: 'Reason' }));
  await person.type('The sender is sanctioned.');
  const item = beside.getByRole('checkbox', { name: /^(Source of funds|Attributed entity)/ });
  await person.tabTo(item);
  await person.press('Space');
  await expect(beside.getByRole('button', { name: 'Propose decision' })).toBeEnabled();
  await person.press('Control+Enter');
  await expect(page.getByText('Decision proposed for approval').first()).toBeVisible();
  expect(person.keys).toBeLessThanOrEqual(10);
});

test('files a report of a decided case in at most 8 actions', async ({ compliance, finance, owner }) => {
  const { caseId } = await openBlockedCase(finance, compliance);
  await compliance.open(`reviews/${caseId}`);
  await compliance.page.getByRole('radio', { name: 'File SAR/STR' }).check();
  await proposeToReport(compliance.page);
  await expect(compliance.page.getByText('Another person must approve this')).toBeVisible();
  await owner.open(`reviews/${caseId}`);
  await owner.page.getByRole('button', { name: 'Approve' }).click();
  const { page } = compliance;
  await expect(page.getByText('Decided: File SAR/STR')).toBeVisible();

  const person = new CountedInput(page);
  let fields = 0;
  await person.click(page.getByRole('tab', { name: /^Report/ }));
  const report = page.getByRole('textbox', { name: 'Report text', exact: true });
  await expect(report).toHaveValue(/WHY IT WAS FLAGGED/);
  fields += 1;
  await report.press('ControlOrMeta+End');
  await report.pressSequentially('The funds come from a mixer.');
  await person.click(page.getByRole('button', { name: 'Save draft' }));
  fields += 3;
  await page.getByLabel('Authority', { exact: true }).selectOption({ label: 'Another authority' });
  await page.getByRole('textbox', { name: 'Authority reference' }).fill('FIU-2026-18');
  await page.getByLabel('Filed on').fill(new Date().toISOString().slice(0, 10));
  await person.click(page.getByRole('button', { name: 'Mark as filed' }));
  await person.click(page.getByRole('alertdialog').getByRole('button', { name: 'Mark as filed' }));
  await expect(page.getByText('Filed under FIU-2026-18')).toBeVisible();
  expect(person.clicks + fields).toBeLessThanOrEqual(8);
});

test('downloads the payments of last month for Excel in at most 4 clicks', async ({ finance }) => {
  const { page } = finance;
  await finance.open('overview');
  const person = new CountedInput(page);
  await person.click(page.getByRole('link', { name: 'Payments', exact: true }));
  await person.click(page.getByRole('button', { name: 'Excel, PDF and more formats' }));
  await person.click(page.getByRole('menuitem', { name: 'Excel workbook of last month' }));
  const files = page.getByRole('dialog', { name: 'Export files' });
  const download = page.waitForEvent('download');
  // Other tests may have made files of other rows.
  await person.click(files.getByRole('button', { name: /^Download .*-payments-\d{4}-\d{2}-01-to-/ }).first());
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
  expect(person.clicks).toBeLessThanOrEqual(4);
});
