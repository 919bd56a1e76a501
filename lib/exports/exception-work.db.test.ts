import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { workExceptionForm } from '#lib/exceptions/schema.ts';
import { workException } from '#lib/exceptions/work-exception.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { exportList } from './export-list.ts';
import { exportedLists } from './list-table.ts';
import { readCsv } from './testing/read-tables.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
  const { businessId, as } = tenant;
  const subjectId = await insertPayment(businessId, { recordSeen: true, coverage: 'under' });
  await workException(
    as.finance,
    workExceptionForm.parse({
      ...{ businessId, kind: 'payment', subjectId, version: 0, ownerId: as.finance.actor.personId },
      ...{ note: 'Goodwill', resolved: true, reason: 'accepted', states: ['under'] },
    }),
  );
});
afterAll(closeDatabase);

async function readOnlyRow(list: 'payments' | 'exceptions', filter: string, columns: string) {
  const parameters = new URLSearchParams(filter);
  const { query } = parseListQuery(exportedLists[list], (name) => parameters.get(name));
  const { body } = await exportList(tenant.as.finance, tenant.businessId, list, query, columns);
  const [names = [], ...rows] = readCsv(await new Response(body).text());
  expect(rows).toHaveLength(1);
  return Object.fromEntries(names.map((name, at) => [name, rows[0]?.[at]]));
}

test('a file of payments or exceptions has who resolved an exception, when and why', async () => {
  const { personId } = tenant.as.finance.actor;
  const { name } = await database().person.findUniqueOrThrow({ where: { id: personId } });
  expect(await readOnlyRow('payments', '', 'exception')).toMatchObject({
    exception_state: 'resolved',
    exception_owner: name,
    exception_note: 'Goodwill',
    exception_resolved_by: name,
    exception_resolution_reason: 'accepted',
    exception_resolved_at: expect.stringMatching(/^\d{4}-/),
  });
  expect(await readOnlyRow('exceptions', 'work=resolved', 'owner,note')).toMatchObject({
    owner: name,
    note: 'Goodwill',
    resolved_by: name,
    resolution_reason: 'accepted',
    resolved_at: expect.stringMatching(/^\d{4}-/),
  });
});
