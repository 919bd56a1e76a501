import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Statement } from '#lib/database/statement.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { FilterColumns } from './filter-conditions.ts';
import { filterConditions, MissingColumnError } from './filter-conditions.ts';

const spec = {
  name: 'payments',
  filters: {
    score: { kind: 'number', label: 'Score', help: '' },
    amount: { kind: 'amount', label: 'Amount', currencies: ['EUR'] },
    day: { kind: 'days', label: 'Day' },
    address: { kind: 'exact', label: 'Address' },
  },
} as const satisfies ListSpec;

const columns: FilterColumns = {
  numbers: { score: 't.score' },
  amounts: { amount: { column: 't.amount', currency: 't.currency' } },
  days: { day: 't.at' },
  exact: { address: { column: 't.address' } },
};

const filters = { score: '1..2', amount: 'EUR:1..2', day: 'today', address: 'x' };
type FilterName = keyof typeof filters;
const names: readonly FilterName[] = ['score', 'amount', 'day', 'address'];

function build(of: FilterColumns, filtered: FilterName) {
  const { query } = parseListQuery(spec, (name) => (name === filtered ? filters[filtered] : null));
  return filterConditions(new Statement(), of, query, toId<BusinessId>(randomUUID()));
}

test.each(names)('builds the condition of the filter %s', (name) => {
  expect(build(columns, name)).toHaveLength(1);
});

test.each(names)('refuses the filter %s without a column, instead of other rows', (name) => {
  expect(() => build({}, name)).toThrow(MissingColumnError);
});

test('compares only the upper end of an amount without an index as an expression', () => {
  const scanned = { column: 't.fee', currency: 't.currency', upperColumn: 't.fee + 0' };
  expect(build({ amounts: { amount: scanned } }, 'amount')).toEqual([
    't.currency = $1::text AND t.fee >= $2::numeric AND t.fee + 0 <= $3::numeric',
  ]);
  expect(build(columns, 'amount')).toEqual([
    't.currency = $1::text AND t.amount >= $2::numeric AND t.amount <= $3::numeric',
  ]);
});

test('refuses a number with the column of an amount, which would match nothing', () => {
  const amounts = { score: { column: 't.score', currency: 't.currency' } };
  expect(() => build({ amounts }, 'score')).toThrow(MissingColumnError);
});
