import type { Locator, Page } from '@playwright/test';

/** How an analyst goes through the queue: the case beside it, or the page of each case. */
export const analystWorkflows = ['beside', 'page'] as const;
export type AnalystWorkflow = (typeof analystWorkflows)[number];

/** The work on one case. `keys` are commands, and `characters` are typed into fields. */
export type CaseWork = { readonly keys: number; readonly characters: number; readonly seconds: number };

const waitMs = 15_000;
/** Most presses of Tab until a field is reached. */
const mostTabs = 40;
const note = 'The customer sent an invoice.';
let invoice = 0;

/** Returns another reason for each case, because the page warns of the same one. */
function writeReason(): string {
  invoice += 1;
  return `The invoice ${invoice} explains the payment.`;
}

/** Presses keys like a person and counts them. */
class Keyboard {
  keys = 0;
  characters = 0;
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }

  async press(key: string): Promise<void> {
    this.keys += 1;
    await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.characters += text.length;
    await this.#page.keyboard.type(text);
  }

  /** Presses Tab, or Shift and Tab, until the field has the focus. */
  async tabTo(field: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    for (let tabs = 0; tabs <= mostTabs; tabs += 1) {
      if (await field.evaluate((element) => element === document.activeElement)) return;
      await this.press(key);
    }
    throw new Error(`no field after ${mostTabs} presses of ${key}`);
  }
}

const isEnabled = (button: Locator) =>
  button.waitFor({ state: 'visible', timeout: waitMs }).then(() => button.isEnabled());

const waitUntilChecked = async (item: Locator): Promise<void> => {
  await item
    .page()
    .waitForFunction((box) => box instanceof HTMLInputElement && box.checked, await item.elementHandle(), {
      timeout: waitMs,
    });
};

/** Waits until a field has the focus. Keys would reach the shortcuts of the page before that. */
async function waitUntilFocused(field: Locator): Promise<void> {
  const element = await field.elementHandle({ timeout: waitMs });
  await field.page().waitForFunction((one) => one === document.activeElement, element, { timeout: waitMs });
}

/** Completes checklist items until the decision can be sent. */
async function completeChecklist(keyboard: Keyboard, place: Locator, send: Locator): Promise<void> {
  const items = place.getByRole('checkbox');
  for (let at = 0; !(await isEnabled(send)); at += 1) {
    const item = items.nth(at);
    await keyboard.tabTo(item);
    await keyboard.press('Space');
    await waitUntilChecked(item);
  }
}

/** Reads the case, writes a note, and decides. `place` contains the case. Returns the button that sent the decision. */
async function workOnCase(keyboard: Keyboard, place: Locator, way: AnalystWorkflow) {
  const first = place.getByRole('radiogroup', { name: 'Your decision' }).getByRole('radio').first();
  await first.waitFor({ timeout: waitMs });
  await keyboard.press('3');
  await place.getByRole('tab', { name: 'Risk', selected: true }).waitFor({ timeout: waitMs });
  await keyboard.press('n');
  const written = place.getByRole('textbox', { name: 'Note' });
  await waitUntilFocused(written);
  await keyboard.type(note);
  await keyboard.press('Control+Enter');
  await place.getByText(note).first().waitFor({ timeout: waitMs });
  // Beside the queue, Esc leaves a field. On the page, Tab does.
  await keyboard.press(way === 'beside' ? 'Escape' : 'Tab');
  await keyboard.press('d');
  await keyboard.press('Space');
  const finding = place.getByRole('combobox', { name: 'Disposition' });
  await finding.waitFor({ timeout: waitMs });
  await keyboard.tabTo(finding);
  await keyboard.press('ArrowDown');
  // Browsers with styled selects open the list first.
  if ((await finding.inputValue()) === '') {
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
  }
  const text = place.getByRole('textbox', { name: 'Reason' });
  await keyboard.tabTo(text);
  await keyboard.type(writeReason());
  const send = place.getByRole('button', { name: /^(Propose decision|Decide)$/ });
  await completeChecklist(keyboard, place, send);
  await keyboard.tabTo(send, 'Shift+Tab');
  const button = await send.elementHandle();
  await keyboard.press('Enter');
  return button;
}

const openParameter = (page: Page): string | null => new URL(page.url()).searchParams.get('open');

/** Opens the first case beside the queue, or its page. */
async function openFirst(page: Page, keyboard: Keyboard, queue: string, way: AnalystWorkflow): Promise<void> {
  await page.goto(queue);
  await page.getByRole('row').nth(1).waitFor({ timeout: waitMs });
  await page.waitForLoadState('networkidle');
  await keyboard.press('j');
  await page.waitForURL((url) => url.searchParams.has('open'), { timeout: waitMs });
  if (way === 'beside') return;
  await keyboard.press('Enter');
  await page.waitForURL(/\/reviews\/[0-9a-f-]{36}/, { timeout: waitMs });
  await page.waitForLoadState('networkidle');
}

/** Works on `count` cases of the queue by keyboard. */
export async function workOnCases(
  page: Page,
  businessId: string,
  way: AnalystWorkflow,
  count: number,
  onCase: (work: CaseWork) => void,
): Promise<void> {
  // A proposed case has an assignee, so it leaves this view.
  const queue = `/${businessId}/reviews?queue=unassigned&sort=opened.desc`;
  const beside = page.getByRole('region', { name: 'Case beside the list' });
  for (let done = 0; done < count; done += 1) {
    const keyboard = new Keyboard(page);
    const begun = performance.now();
    if (way === 'page' || openParameter(page) === null) await openFirst(page, keyboard, queue, way);
    const opened = openParameter(page);
    const place = way === 'beside' ? beside : page.getByRole('main');
    const sent = await workOnCase(keyboard, place, way);
    if (way === 'beside') {
      await page.waitForURL((url) => url.searchParams.get('open') !== opened, { timeout: waitMs });
      // The decided case is still there until the next one is read.
      await page.waitForFunction((button) => button?.isConnected !== true, sent, { timeout: waitMs });
    } else
      await page
        .getByText(/^(Decision proposed for approval|Decision saved)$/)
        .first()
        .waitFor({ timeout: waitMs });
    const { keys, characters } = keyboard;
    onCase({ keys, characters, seconds: (performance.now() - begun) / 1_000 });
  }
}
