import type { Page } from '@playwright/test';
import { CountedInput } from './counted-input.ts';

/** A task of a month of finance with what it took. `most` is its goal: clicks, or keys for a task without clicks. */
export type FinanceTask = {
  readonly task: string;
  readonly clicks: number;
  readonly keys: number;
  readonly characters: number;
  readonly seconds: number;
  readonly most: number;
};

const waitMs = 60_000;

/** Makes an Excel workbook of the payments of last month, from Overview. */
async function exportLastMonth(person: CountedInput): Promise<void> {
  const { page } = person;
  await person.click(page.getByRole('link', { name: 'Payments', exact: true }));
  await person.click(page.getByRole('button', { name: 'Excel, PDF and more formats' }));
  await person.click(page.getByRole('menuitem', { name: 'Excel workbook of last month' }));
  const files = page.getByRole('dialog', { name: 'Export files' });
  const download = page.waitForEvent('download', { timeout: waitMs });
  await person.click(files.getByRole('button', { name: /^Download .*-payments-/ }).first());
  await download;
}

/** Resolves the open exception with the first reason, and goes to the next one. */
async function resolveException(person: CountedInput): Promise<void> {
  const { page } = person;
  const beside = page.getByRole('region', { name: 'Exception beside the list' });
  const reason = beside.getByRole('combobox', { name: 'Resolution reason' });
  await reason.waitFor({ timeout: waitMs });
  const opened = new URL(page.url()).searchParams.get('open');
  await person.press('r');
  await page.waitForFunction(
    (field) => field === document.activeElement,
    await reason.elementHandle({ timeout: waitMs }),
  );
  await person.chooseFirst(reason);
  await person.press('Escape');
  await person.press('r');
  await beside.getByRole('button', { name: 'Reopen' }).waitFor({ timeout: waitMs });
  await person.press('j');
  await page.waitForURL((url) => url.searchParams.get('open') !== opened, { timeout: waitMs });
}

/** Fills a field like a person, who clicks on it before. */
async function fill(person: CountedInput, place: ReturnType<Page['getByRole']>, text: string): Promise<void> {
  await person.click(place);
  await person.type(text);
}

/** Opens the statement of last month from Overview, and downloads it. */
async function downloadStatement(person: CountedInput): Promise<void> {
  const { page } = person;
  await person.click(page.getByRole('link', { name: 'Reports', exact: true }));
  await person.click(page.getByRole('link', { name: 'Statements', exact: true }));
  const download = page.waitForEvent('download', { timeout: waitMs });
  await person.click(page.getByRole('button', { name: 'Download XLSX' }).or(page.getByText('Download XLSX')));
  await download;
}

/** Signs the month of the open statement off, with a reason for each open point. */
async function signOff(person: CountedInput): Promise<void> {
  const { page } = person;
  await person.click(page.getByRole('button', { name: 'Close period' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Sign off' }).waitFor({ timeout: waitMs });
  for (const reason of await dialog.getByRole('textbox').all())
    await fill(person, reason, 'Checked with the bank');
  await person.click(dialog.getByRole('button', { name: 'Sign off' }));
  await page
    .getByRole('region', { name: 'Close' })
    .getByRole('button', { name: 'Withdraw proposal' })
    .waitFor({ timeout: waitMs });
}

/** Works through a month of finance, with this number of exceptions. */
export async function workOnMonth(
  page: Page,
  businessId: string,
  exceptions: number,
  onTask: (task: FinanceTask) => void,
): Promise<void> {
  const measure = async (
    task: string,
    most: number,
    work: (person: CountedInput) => Promise<void>,
  ): Promise<void> => {
    const person = new CountedInput(page);
    const begun = performance.now();
    await work(person);
    const { clicks, keys, characters } = person;
    onTask({ task, clicks, keys, characters, seconds: (performance.now() - begun) / 1_000, most });
  };
  await page.goto(`/${businessId}/overview`);
  await page.waitForLoadState('networkidle');
  await measure('Excel workbook of last month', 4, exportLastMonth);
  await page.goto(`/${businessId}/exceptions`);
  await page.getByRole('row').nth(1).waitFor({ timeout: waitMs });
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('j');
  for (let done = 0; done < exceptions; done += 1) await measure('resolve an exception', 5, resolveException);
  await page.goto(`/${businessId}/overview`);
  await page.waitForLoadState('networkidle');
  await measure('statement of last month as a workbook', 3, downloadStatement);
  // Two clicks, and one for the reason of each open point.
  await measure('sign a month off', 8, signOff);
}
