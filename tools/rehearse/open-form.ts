import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { benchOwner } from '../bench/filled-database.ts';
import { findChromium } from '../testing/chromium.ts';

/**
 * The page's words after the form was submitted. `offered` if the page had been loaded again before, and offers what was
 * typed. `lost` if it doesn't offer that.
 */
export type FormOutcome = 'saved' | 'newVersion' | 'nothing' | 'offered' | 'lost';

/** A form in which a person has typed, in a page of their browser. */
export type OpenForm = {
  readonly text: string;
  /** Submits it, and returns what the page says within a minute. */
  readonly submit: () => Promise<FormOutcome>;
  /** Reloads as the page offers it. Returns true if the page then shows the text that was typed. */
  readonly reload: () => Promise<boolean>;
};

export type FormBrowser = {
  /** Opens a payment and types a note. */
  readonly openForm: () => Promise<OpenForm>;
  readonly close: () => Promise<void>;
};

/** A machine with two cores serves both versions, the database and the browser. */
const patienceMs = 60_000;

async function signIn(browser: Browser, address: string): Promise<{ page: Page; businessId: string }> {
  const context = await browser.newContext({ baseURL: address });
  context.setDefaultTimeout(patienceMs);
  context.setDefaultNavigationTimeout(2 * patienceMs);
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.getByRole('textbox', { name: 'Email' }).fill(benchOwner.email);
  await page.getByLabel('Password', { exact: true }).fill(benchOwner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/[0-9a-f-]{36}\/overview$/);
  return { page, businessId: new URL(page.url()).pathname.split('/')[1] ?? '' };
}

async function typeNote(page: Page, businessId: string): Promise<OpenForm> {
  await page.goto(`/${businessId}/payments`);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Write note' }).click();
  const text = `typed before the update ${randomUUID()}`;
  await page.getByRole('textbox', { name: 'Note' }).fill(text);
  const main = page.getByRole('main');
  const offer = main.getByRole('status').filter({ hasText: 'Text that was not sent' });
  const isShown = (outcome: FormOutcome) => async (): Promise<FormOutcome> => outcome;
  return {
    text,
    submit: async () => {
      const add = page.getByRole('button', { name: 'Add note' });
      const isOffered = () => offer.getByText(text).first().isVisible();
      await Promise.any([add.waitFor(), offer.waitFor()]).catch(() => undefined);
      if (!(await add.isVisible())) return (await isOffered()) ? 'offered' : 'lost';
      await add.click();
      const refused = main.getByRole('status').getByText('Nothing was sent').first();
      const saved = page.getByRole('list', { name: 'Notes' }).getByText(text);
      return Promise.any([
        refused.waitFor({ timeout: patienceMs }).then(isShown('newVersion')),
        saved.waitFor({ timeout: patienceMs }).then(isShown('saved')),
      ]).catch(isShown('nothing'));
    },
    reload: async () => {
      await main.getByRole('button', { name: 'Reload' }).first().click();
      return offer
        .getByText(text)
        .first()
        .waitFor({ timeout: patienceMs })
        .then(
          () => true,
          () => false,
        );
    },
  };
}

/** Signs the owner in, in a browser of their own. */
export async function openBrowser(address: string): Promise<FormBrowser> {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    // Root can't use Chromium's sandbox, and only our own pages are opened.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  const { page, businessId } = await signIn(browser, address);
  return {
    openForm: async () => typeNote(await page.context().newPage(), businessId),
    close: () => browser.close(),
  };
}
