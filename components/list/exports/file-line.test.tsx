import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ExportFileView } from '#lib/exports/schema.ts';
import { instant } from '#lib/values/instant.ts';
import { FileLine } from './file-line.tsx';

const renderFile = (file: Partial<ExportFileView>) =>
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
        hasRiskDetail: false,
        bytes: 90_000_000,
        problem: null,
        askedAt: instant(0),
        expiresAt: instant(0),
        ...file,
      }}
      businessId=""
      onStop={() => undefined}
    />,
  ).replaceAll(/<[^>]*>/g, ' ');

test('says that a workbook is incomplete and which format holds all of the list', () => {
  expect(renderFile({ isCut: true })).toContain('because it can’t hold all payments.');
  expect(renderFile({ isCut: true })).toContain('Create a CSV file instead.');
});

test('does not offer CSV for an incomplete archive of CSV', () => {
  const text = renderFile({ format: 'csv', rows: 2_700_000, total: 10_000_000, isCut: true });
  expect(text).toContain('because it reached its limit of 4 GB.');
  expect(text).toContain('Use the Export button to get all payments.');
  expect(text).not.toMatch(/sheet|workbook/i);
});

test('shows no warning for a complete file', () => {
  expect(renderFile({})).not.toMatch(/hold all payments|limit/);
});
