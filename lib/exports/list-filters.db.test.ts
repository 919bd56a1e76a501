import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { auditList } from '#lib/audit/schema.ts';
import { callbackList } from '#lib/callbacks/schema/list.ts';
import { Statement } from '#lib/database/statement.ts';
import { depositList } from '#lib/deposits/schema.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import type { FilterSpec, ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import { parseListQuery, wholeList } from '#lib/lists/model/query.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { refundList } from '#lib/refunds/schema.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';
import { reportList } from '#lib/reviews/reports/schema-list.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import { selectDefinition } from './queries.ts';
import type { ExportName } from './schema.ts';
import { exportNames } from './schema.ts';

const lists: Readonly<Record<ExportName, ListSpec>> = {
  payments: paymentList,
  deposits: depositList,
  refunds: refundList,
  withdrawals: withdrawalList,
  exceptions: exceptionList,
  callbacks: callbackList,
  reviews: queueList,
  'case-reports': reportList,
  audit: auditList,
};

/** Returns a value of the filter as in an address. */
function sampleValue(filter: FilterSpec): string {
  switch (filter.kind) {
    case 'choice':
      // The first choice may be the default.
      return filter.choices.at(-1)?.value ?? randomUUID();
    case 'id':
      return randomUUID();
    case 'days':
      return 'today';
    case 'amount':
      return `${filter.currencies[0]}:1..2`;
    case 'number':
      return '1..2';
    case 'exact':
      return 'x';
  }
}

const filters = Object.entries(lists).flatMap(([list, spec]) =>
  Object.entries(spec.filters).map(([name, filter]) => ({ list, spec, name, filter })),
);
const requester = { me: toId<PersonId>(randomUUID()), at: instant(Date.parse('2026-11-20T12:00:00Z')) };
const businessId = toId<BusinessId>(randomUUID());

test.each(filters)('$list: the filter $name has a condition', ({ spec, name, filter }) => {
  const list = exportNames.find((one) => one === spec.name) ?? 'audit';
  const definition = selectDefinition(list, requester, true);
  const { query, ignored } = parseListQuery(spec, (one) => (one === name ? sampleValue(filter) : null));
  expect([definition.name, ignored]).toEqual([spec.name, []]);
  const build = (of: ListQuery) => definition.conditions(new Statement(), of, businessId);
  expect(build(query)).not.toEqual(build(wholeList));
});
