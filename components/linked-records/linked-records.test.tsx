import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { LinkedRecordGroup, LinkedRecords } from '#lib/reports/schema/linked-records.ts';
import { instant } from '#lib/values/instant.ts';
import { LinkedRecordsSection } from './linked-records.tsx';

const row = {
  id: 'one',
  reference: null,
  status: null,
  amount: null,
  currency: null,
  provisional: null,
  at: instant(0),
};
const group: LinkedRecordGroup = {
  relation: 'transaction',
  kind: 'deposit',
  rows: [row],
  more: 0,
  atLeast: false,
  address: '',
  listed: null,
};

const renderText = (linkedRecords: Omit<LinkedRecords, 'needsTag'>) =>
  renderToStaticMarkup(
    <LinkedRecordsSection businessId="one" linkedRecords={{ ...linkedRecords, needsTag: false }} />,
  ).replaceAll(/<[^>]*>/g, '');
const limit = 'Only the newest 3 deposits were compared with other records.';

test('shows nothing where a complete comparison found nothing', () => {
  expect(renderText({ groups: [], compared: null })).toBe('');
});

test('says that some deposits were not compared', () => {
  const none = renderText({ groups: [], compared: 3 });
  expect(none).toContain('No related records found.');
  expect(none).toContain(limit);
  const some = renderText({ groups: [group], compared: 3 });
  expect(some).toContain('Deposits with the same transaction');
  expect(some).toContain(limit);
});

test('groups the number of further records', () => {
  const largeGroup = { ...group, more: 1994, atLeast: true, listed: { count: 2000, more: true } };
  expect(renderText({ groups: [largeGroup], compared: null })).toContain(
    'More related records: 1,994+ (2,000+ in total)',
  );
});
