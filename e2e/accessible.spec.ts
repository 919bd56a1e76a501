import { expectAccessible } from './fixtures/axe.ts';
import { expect, test } from './fixtures/test.ts';

/** Builds a table in which every row but one is alike. */
const tableWith = (
  odd: string,
) => `<!doctype html><html lang="en"><head><title>Rows</title><style>td { padding: 1em }</style></head>
  <body><main><h1>Rows</h1><table><thead><tr><th scope="col">Name</th><th scope="col">Page</th></tr></thead><tbody>
  ${['One', 'Two', 'Three'].map((name) => `<tr><td>${name}</td><td><a href="/${name}">${name}</a></td></tr>`).join('')}
  ${odd}</tbody></table></main></body></html>`;

test('checks equal rows once, and a row with other elements separately', async ({ page }) => {
  await page.setContent(tableWith('<tr><td>Four</td><td><a href="/Four">Four</a></td></tr>'));
  await expectAccessible(page);
  for (const [odd, mistake] of [
    ['<td>Four</td><td><a href="/Four"></a></td>', 'link-name'],
    ['<td style="color: #ccc">Four</td><td><a href="/Four">Four</a></td>', 'color-contrast'],
    ['<td>Four</td><td><a href="/Four" aria-sort="yes">Four</a></td>', 'aria-'],
    ['<td>Four</td><td><a href="/Four"><img src="data:,">Four</a></td>', 'image-alt'],
  ] as const) {
    await page.setContent(tableWith(`<tr>${odd}</tr>`));
    await expect(expectAccessible(page), odd).rejects.toThrow(mistake);
  }
});
