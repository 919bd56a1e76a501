import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ExportFileView } from '#lib/exports/schema.ts';
import { instant } from '#lib/values/instant.ts';
import { FileLine } from './file-line.tsx';

const shown = (given: Partial<ExportFileView>) =>
  renderToStaticMarkup(
    <FileLine
      file={{
        fileId: '5b1d7d4e-6f0e-4a52-9c39-0d2f6b8d7c11',
        list: 'payments',
        format: 'xlsx',
        fileName: 'a-payments-2026-11-20',
        state: 'done',
        rows: 1_048_575,
        total: 1_048_576,
        isMore: false,
        isCut: false,
        bytes: 90_000_000,
        problem: null,
        askedAt: instant(0),
        expiresAt: instant(0),
        ...given,
      }}
      href=""
      onStop={() => undefined}
    />,
  ).replaceAll(/<[^>]*>/g, ' ');

test('a file that ends before its list says so, and what has all of it', () => {
  expect(shown({ isCut: true })).toContain('A workbook holds no more: it ends before the list does.');
  expect(shown({ isCut: true })).toContain('Take the CSV for all rows.');
});

test('whoever took the archive of CSV is not sent for the CSV', () => {
  const text = shown({ format: 'csv', rows: 2_700_000, total: 10_000_000, isCut: true });
  expect(text).toContain('An archive holds no more than 4 GB: it ends before the list does.');
  expect(text).toContain('Export writes all rows.');
  expect(text).not.toMatch(/sheet|workbook/i);
});

test('a file that is whole says nothing of that', () => {
  expect(shown({})).not.toContain('before the list does');
});
