import { expect, test } from 'vitest';
import { StoredRow } from '../stored-row.ts';
import { depositColumns } from './deposit-columns.ts';

const layout = new Map([
  ['recordSeen', 0],
  ['provenance', 1],
]);

test.each([
  ['read', 'true', 'true'],
  ['callback', 'false', 'false'],
  ['import', 'true', 'false'],
])('source %s (record seen: %s) counts as confirmed by a record: %s', (source, recordSeen, confirmed) => {
  const provenance = JSON.stringify([{ source, at: 1, observation: 'x', fields: ['paymentId'] }]);
  const column = depositColumns.find(({ name }) => name === 'confirmed_by_record');
  expect(column?.cell(new StoredRow([recordSeen, provenance], layout), () => '')).toBe(confirmed);
});
