import { expect, test } from 'vitest';
import { StoredRow } from './stored-row.ts';

const layout = new Map([
  ['status', 0],
  ['provenance', 1],
]);
const provenance = (...origins: readonly object[]) =>
  new StoredRow(['NEW', JSON.stringify(origins).replaceAll('":', '": ').replaceAll(',"', ', "')], layout);

test('returns null for a field that is not reported, and for its source', () => {
  const row = new StoredRow([null, '[]'], layout);
  expect([row.text('status'), row.text('nonsense'), row.source('status')]).toEqual([null, null, null]);
});

test("rows with the same origins share their parsed sources, others don't", () => {
  const read = { at: 1, fields: ['status', 'type'], source: 'read', observation: 'a' };
  const rows = [
    provenance(read),
    provenance({ ...read, at: 2, observation: 'b' }),
    provenance({ ...read, source: 'import' }),
    provenance({ ...read, fields: ['type'] }),
    provenance({ ...read, fields: ['type'] }, { ...read, source: 'callback' }),
  ];
  expect(rows.map((row) => row.source('status'))).toEqual(['read', 'read', 'import', null, 'callback']);
  expect(rows.map((row) => row.source('type'))).toEqual(['read', 'read', 'import', 'read', 'read']);
});

test("an unusual observation id doesn't affect the fields", () => {
  const odd = { at: 1, fields: ['status'], source: 'read', observation: '"x", "source": "import' };
  expect(provenance(odd).source('status')).toBe('read');
});
