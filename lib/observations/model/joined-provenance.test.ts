import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '#lib/values/lossless-json.ts';
import { paymentFields } from './fields.ts';
import { joinProvenance, splitEntry } from './joined-provenance.ts';
import { packProvenance } from './packed-provenance.ts';
import { readProvenance } from './provenance-columns.ts';
import { sources } from './registers.ts';
import { readStamps } from './row-parts.ts';

const id = '0b3c9a52-6f0e-4d1c-9d53-2f6a1e7b8c40';
const at = 1_764_000_000_000;

test('an entry is one text, without what a reader can restore', () => {
  const entry = { source: 'read', at, observation: id, fields: ['locale', 'status', 'aNewField'] };
  expect(joinProvenance([entry])).toEqual(['read midc1z40 CzyaUm8OTRydUy9qHnuMQA 6 aNewField']);
  expect(splitEntry('read midc1z40 CzyaUm8OTRydUy9qHnuMQA 6 aNewField')).toEqual([
    'read',
    at,
    id,
    '6',
    'aNewField',
  ]);
});

test('is read like the longer forms, whatever the parts are', () => {
  const entry = fc.record({
    source: fc.constantFrom(...sources),
    at: fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, at, -1, 8.64e15)),
    observation: fc.oneof(
      fc.uuid(),
      fc.uuid().map((text) => text.toUpperCase()),
      fc.constantFrom('seed', '', 'a b', '"', 'CzyaUm8OTRydUy9qHnuMQA', '-_-_-_-_-_-_-_-_-_-_-_'),
      fc.string(),
    ),
    fields: fc.uniqueArray(
      fc.oneof(fc.constantFrom(...Object.keys(paymentFields)), fc.constantFrom('unknown', 'with space', '')),
      { minLength: 1 },
    ),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 3 }), (entries) => {
      const read = (form: unknown) => readStamps(parseJson(JSON.stringify(form)).value);
      const [joined, packed] = [joinProvenance(entries), packProvenance(entries)];
      expect(read(joined)).toEqual(read(packed));
      expect(read(joined)).toEqual(read(entries));
      expect(readProvenance(joined)).toEqual(readProvenance(packed));
    }),
    { numRuns: 500 },
  );
});

test.each([
  'read midc1z40 a status',
  'read midc1z40 a',
  'read MIDC1Z40 a 1',
  'read 99999999999 a 1',
  'unknown midc1z40 a 1',
  'read  a 1',
  '',
])('an unreadable text is no provenance: %s', (text) => {
  expect(readProvenance([text])).toEqual([]);
  expect(() => readStamps([text])).toThrow();
});
