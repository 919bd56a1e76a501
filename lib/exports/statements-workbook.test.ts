import { expect, test } from 'vitest';
import { unzip } from '#lib/platform/testing/unzip.ts';
import { writeStatementsWorkbook } from './statements-workbook.ts';
import { createZonedTime } from './zoned-time.ts';

test.each([
  ['a name that ends with the suffix', `${'A'.repeat(23)}, rows`],
  ['a long name', 'A'.repeat(80)],
])('gives both sheets of %s titles of their own', async (_case, name) => {
  const business = {
    ...{ name, zone: { name: 'UTC', time: createZonedTime('UTC') }, currencies: [] },
    open: () => Promise.reject(new Error('no currency')),
  };
  const parts: Uint8Array[] = [];
  for await (const bytes of writeStatementsWorkbook([business, business], new Date())) parts.push(bytes);
  const files = await unzip(new Uint8Array(Buffer.concat(parts)));
  const book = files.find((file) => file.name === 'xl/workbook.xml');
  const titles = [
    ...Buffer.from(book?.bytes ?? [])
      .toString()
      .matchAll(/<sheet name="([^"]*)"/g),
  ].map(([, title = '']) => title);
  expect(titles).toHaveLength(4);
  expect(new Set(titles).size).toBe(4);
  for (const title of titles) expect(title.length).toBeLessThanOrEqual(31);
});
