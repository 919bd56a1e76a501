import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './fixtures/axe.ts';
import { openBlockedCase } from './fixtures/blocked-case.ts';
import { newClientPaymentId, requestPayment } from './fixtures/new-payment.ts';
import { proposeToReport } from './fixtures/propose-to-report.ts';
import type { Session } from './fixtures/test.ts';
import { expect, test } from './fixtures/test.ts';

const openTab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();

test('takes a case from a note to a filed report, proposed by compliance and approved by an owner', async ({
  compliance,
  finance,
  owner,
}) => {
  const { page } = compliance;
  const { caseId } = await openBlockedCase(finance, compliance);
  await compliance.open(`reviews/${caseId}`);
  await expect(page.getByRole('heading', { name: 'Decision', exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('textbox', { name: 'Note' }).fill('The customer was asked <b>twice</b>.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(
    page.getByRole('paragraph').filter({ hasText: 'The customer was asked <b>twice</b>.' }),
  ).toBeVisible();
  await page.getByRole('checkbox', { name: 'The payer is a customer that you know' }).click();
  await expect(page.getByText(/^Step done by /)).toBeVisible();
  await openTab(page, 'Report');
  await expect(page).toHaveURL(/[?&]tab=report/);
  const report = page.getByRole('textbox', { name: 'Report text', exact: true });
  await expect(report).toHaveValue(/WHY IT WAS FLAGGED\n.*Deposit blocked/);
  await report.press('ControlOrMeta+End');
  await report.pressSequentially('The funds come from a mixer.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();

  await page.getByRole('radio', { name: 'File SAR/STR' }).check();
  await proposeToReport(page);
  await expect(page.getByText('Another person must approve this')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  await openTab(page, 'Files');
  await page.getByLabel('File to attach').setInputFiles(
    ['found.txt', 'more.txt'].map((name) => ({
      name,
      mimeType: 'text/html',
      buffer: Buffer.from(`what was found: ${name}`),
    })),
  );
  await expect(page.getByRole('link', { name: 'found.txt' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'more.txt' })).toBeVisible();

  await openTab(page, 'Report');
  await expect(page).toHaveURL(/[?&]tab=report/);
  await owner.open(page.url());
  await expect(owner.page.getByText('The service doesn’t receive this decision')).toBeVisible();
  await owner.page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Decided: File SAR/STR')).toBeVisible();
  await owner.page.getByRole('textbox', { name: 'Authority reference' }).fill('FIU-2026-17');
  // The business is in UTC, and the decision is of today.
  await owner.page.getByLabel('Filed on').fill(new Date().toISOString().slice(0, 10));
  await owner.page.getByRole('button', { name: 'Mark as filed' }).click();
  const question = owner.page.getByRole('alertdialog', { name: /^Did you file the report of case \d+ / });
  await expect(question).toContainText('FIU-2026-17');
  await question.getByRole('button', { name: 'Mark as filed' }).click();
  await expect(owner.page.getByText('Filed under FIU-2026-17')).toBeVisible();
  await expect(page.getByText('Filed under FIU-2026-17')).toBeVisible();

  await owner.open('reviews/reports?q=FIU-2026-17');
  const register = owner.page.getByRole('table', { name: 'Suspicious activity reports' });
  await expect(register.getByRole('link', { name: /^Case \d+$/ })).toBeVisible();
  await expect(register.getByText('FIU-2026-17')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Evidence pack' }).click();
  expect((await download).suggestedFilename()).toMatch(/^case-.+\.zip$/);
});

test('opens a case on a payment without deposits', async ({ compliance, finance }) => {
  const { page } = compliance;
  const clientPaymentId = `watched-${randomUUID()}`;
  const { paymentId } = await requestPayment(finance, { clientPaymentId, amount: '49.90' });
  await compliance.open(`payments/${paymentId}`);
  await page.getByRole('button', { name: 'Open case' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a case' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The customer was reported last week.');
  await dialog.getByRole('button', { name: 'Open case' }).click();
  await expect(page).toHaveURL(/\/reviews\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name: clientPaymentId })).toBeVisible();
  await expect(page.getByText('Amount requested', { exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Maintain hold' })).toHaveCount(0);
  await expect(page.getByRole('radio', { name: 'Clear case' })).toBeVisible();
  await compliance.open(`payments/${paymentId}`);
  await expect(page.getByRole('link', { name: /^Case \d+$/ })).toBeVisible();
});

test('refuses a file with a false type, with the reason', async ({ compliance, finance, consoleWatch }) => {
  consoleWatch.expectMessage(/422/);
  const { page } = compliance;
  const { caseId } = await openBlockedCase(finance, compliance);
  await compliance.open(`reviews/${caseId}`);
  await openTab(page, 'Files');
  await page.getByLabel('File to attach').setInputFiles({
    name: 'statement.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('<script>alert(1)</script>'),
  });
  await expect(page.getByText('Attach a PDF, PNG, JPEG, WebP or plain text file.').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'statement.pdf' })).toHaveCount(0);
});

test('keeps a note that could not be saved when its page is left, and warns', async ({
  compliance,
  finance,
  consoleWatch,
}) => {
  consoleWatch.expectMessage(/ERR_FAILED/);
  const { page } = compliance;
  const { caseId, name } = await openBlockedCase(finance, compliance);
  await compliance.open(`reviews/${caseId}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const note = page.getByRole('textbox', { name: 'Note', exact: true });
  const text = `Unsaved words ${randomUUID()}`;
  await page.route('**/*', (route) =>
    route.request().headers()['next-action'] === undefined ? route.continue() : route.abort(),
  );
  await note.fill(text);
  await expect(page.getByText(/^Your text couldn’t be saved\. The server did not answer\./)).toBeVisible();
  await page.getByRole('link', { name: 'Reviews', exact: true }).first().click();
  await expect(page.getByText('Your unsent text couldn’t be saved')).toBeVisible();
  // Sent as soon as the server answers again. A page that is left before that keeps nothing.
  const saved = page.waitForResponse(
    (response) =>
      response.request().headers()['next-action'] !== undefined &&
      (response.request().postData() ?? '').includes(text),
  );
  await page.unroute('**/*');
  await page.goBack();
  await expect(note).toHaveValue(text);
  await saved;
  await page.reload();
  await expect(note).toHaveValue(text);
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(note).toHaveValue('');
});

test('links to reviews and the audit log for no one outside compliance', async ({
  compliance,
  finance,
  viewer,
}) => {
  const readLinks = async ({ context, businessId }: Session) => {
    const html = await (await context.request.get(`/${businessId}/overview`)).text();
    return ['payments', 'reviews', 'audit'].filter((path) => html.includes(`href="/${businessId}/${path}"`));
  };
  expect(await readLinks(compliance)).toEqual(['payments', 'reviews', 'audit']);
  for (const desk of [finance, viewer]) expect(await readLinks(desk)).toEqual(['payments']);
});

test('has accessible pages for figures, reports and the watch list, and watches an entity', async ({
  owner,
}) => {
  for (const [path, name] of [
    ['reviews/figures', 'Case metrics'],
    ['reviews/reports', 'Suspicious activity reports'],
    ['reviews/watch-list', 'Watch list'],
    ['reviews/counterparty?entity=Test%20Mixer', 'Test Mixer'],
  ] as const) {
    await owner.open(path);
    await expect(owner.page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expectAccessible(owner.page);
  }
  await owner.page.getByRole('button', { name: 'Add to watch list' }).click();
  await owner.page.getByRole('textbox', { name: 'Reason' }).fill('Named in a police request');
  await owner.page.getByRole('button', { name: 'Add to watch list' }).click();
  await expect(owner.page.getByRole('button', { name: 'Change entry' })).toBeVisible();
  await owner.open('reviews/watch-list');
  await expect(owner.page.getByRole('link', { name: 'Test Mixer' })).toBeVisible();
  await owner.open('reviews/figures');
  await expect(owner.page.getByText('No mail server is configured.')).toBeVisible();
  await owner.open('settings');
  await owner.page.getByText('Notifications of this business').click();
  await expect(owner.page.getByRole('combobox', { name: 'Review case opened' })).toHaveValue('at-once');
});

test('merges cases from the queue, decides on a phone, and separates them again', async ({
  compliance,
  finance,
}) => {
  const { page } = compliance;
  const reference = newClientPaymentId('merged');
  await Promise.all(['a', 'b'].map((end) => openBlockedCase(finance, compliance, `${reference}-${end}`)));
  await compliance.open(`reviews?q=${reference}`);
  for (const end of ['a', 'b'])
    await page.getByRole('checkbox', { name: `Select ${reference}-${end}` }).check();
  await page.getByRole('button', { name: 'Merge cases…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge cases' });
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Merge 2 cases' }).click();
  await expect(dialog).toBeHidden();
  await page
    .getByRole('row', { name: /with 1 merged case/ })
    .getByRole('link')
    .first()
    .click();
  const together = page.getByRole('region', { name: 'Cases decided together' });
  await expect(together.getByRole('listitem')).toHaveCount(2);
  await expect(together.getByText('Total in EUR (largest reported amount of each case)')).toBeVisible();
  const joined = page.getByRole('region', { name: /^Flagged record of case \d+$/ });
  await expect(joined.getByRole('heading', { name: 'Risk' })).toBeHidden();
  await joined.getByText(/^Case \d+/).click();
  await expect(joined.getByRole('heading', { name: 'Risk' })).toBeVisible();
  await openTab(page, 'Report');
  await expect(page.getByRole('textbox', { name: 'Report text', exact: true })).toHaveValue(
    /FLAGGED RECORD 2 OF 2/,
  );
  await openTab(page, 'Summary');
  await page.setViewportSize({ width: 390, height: 800 });
  const decision = page.getByRole('heading', { name: 'Decision', exact: true });
  await expect(decision).not.toBeInViewport();
  await page.getByRole('button', { name: 'Go to decision' }).click();
  await expect(decision).toBeInViewport();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Separate' }).click();
  await page.getByRole('button', { name: 'Separate case' }).click();
  await expect(together).toBeHidden();
});

test('shows a case in one screen: the decision stays in view, and keys open the tabs', async ({
  compliance,
  finance,
}) => {
  const { page } = compliance;
  const { caseId } = await openBlockedCase(finance, compliance);
  await page.setViewportSize({ width: 1440, height: 900 });
  await compliance.open(`reviews/${caseId}`);
  const decision = page.getByRole('heading', { name: 'Decision', exact: true });
  await expect(decision).toBeInViewport();
  const propose = page.getByRole('button', { name: 'Propose decision' });
  await expect(propose).toBeInViewport({ ratio: 1 });
  // The form grows with the choice, and scrolls separately.
  await page.getByRole('radio', { name: 'Maintain hold' }).check();
  await expect(page.getByRole('combobox', { name: 'Disposition' })).toBeVisible();
  await expect(propose).toBeInViewport({ ratio: 1 });
  // The page scrolls, and not the form under the pointer.
  await page.mouse.move(720, 500);
  await page.mouse.wheel(0, 5_000);
  await expect(decision).toBeInViewport();
  for (const [key, name] of [
    ['2', 'Money'],
    ['3', 'Risk'],
    ['4', 'Related'],
    ['5', 'Timeline'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('tabpanel', { name: new RegExp(`^${name}`) })).toBeVisible();
    await expectAccessible(page);
  }
  await expect(page).toHaveURL(/[?&]tab=timeline/);
  await page.reload();
  const tab = page.getByRole('tab', { name: /^Timeline/ });
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await tab.press('ArrowRight');
  await expect(page.getByRole('tab', { name: /^Files/ })).toBeFocused();
  await page.getByRole('tab', { name: /^Files/ }).press('Home');
  await page.keyboard.press('n');
  await expect(page.getByRole('textbox', { name: 'Note', exact: true })).toBeFocused();
});
