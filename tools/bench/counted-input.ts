import type { Locator, Page } from '@playwright/test';

/** Most presses of Tab until a field is reached. */
const mostTabs = 40;

/** Uses keyboard and mouse like a person, and counts: keys are commands, characters are typed into fields. */
export class CountedInput {
  keys = 0;
  characters = 0;
  clicks = 0;
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async press(key: string): Promise<void> {
    this.keys += 1;
    await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.characters += text.length;
    await this.page.keyboard.type(text);
  }

  /** Presses Tab, or Shift and Tab, until the field has the focus. */
  async tabTo(field: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    for (let tabs = 0; tabs <= mostTabs; tabs += 1) {
      if (await field.evaluate((element) => element === document.activeElement)) return;
      await this.press(key);
    }
    throw new Error(`no field after ${mostTabs} presses of ${key}`);
  }

  /** Chooses the first real option of the focused select by its first letter. */
  async chooseFirst(select: Locator): Promise<void> {
    const label = (await select.locator('option').nth(1).textContent()) ?? '';
    await this.press(label.slice(0, 1).toLowerCase());
    if ((await select.inputValue()) === '') throw new Error(`no option begins with the letter of ${label}`);
  }

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }
}
