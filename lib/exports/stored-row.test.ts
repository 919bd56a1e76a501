import { expect, test } from 'vitest';
import { StoredRow } from './stored-row.ts';

const layout = new Map([
  ['status', 0],
  ['provenance', 1],
]);
const told = (...origins: readonly object[]) =>
  new StoredRow(['NEW', JSON.stringify(origins).replaceAll('":', '": ').replaceAll(',"', ', "')], layout);

test('returns null and no source for unreported fields', () => {
  const row = new StoredRow([null, '[]'], layout);
  expect([row.text('status'), row.text('nonsense'), row.source('status')]).toEqual([null, null, null]);
});

test('rows that came by their values in the same way share what was worked out, others do not', () => {
  const read = { at: 1, fields: ['status', 'type'], source: 'read', observation: 'a' };
  const rows = [
    told(read),
    told({ ...read, at: 2, observation: 'b' }),
    told({ ...read, source: 'import' }),
    told({ ...read, fields: ['type'] }),
    told({ ...read, fields: ['type'] }, { ...read, source: 'callback' }),
  ];
  expect(rows.map((row) => row.source('status'))).toEqual(['read', 'read', 'import', null, 'callback']);
  expect(rows.map((row) => row.source('type'))).toEqual(['read', 'read', 'import', 'read', 'read']);
});

test('an observation that is named strangely takes nothing from its fields', () => {
  const odd = { at: 1, fields: ['status'], source: 'read', observation: '"x", "source": "import' };
  expect(told(odd).source('status')).toBe('read');
});
