import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';
import { sweepCases } from '#lib/reviews/testing/sweep-cases.ts';
import { exportList } from './export-list.ts';

let tenant: Tenant;
const references = ['=cmd', 'order-2', 'order-3'];
beforeAll(async () => {
  tenant = await createTenant();
  for (const [index, clientPaymentId] of references.entries())
    await insertDeposit(tenant.businessId, await insertPayment(tenant.businessId, { clientPaymentId }), {
      status: index === 0 ? 'BLOCKED' : 'COMPLIANCE_REVIEW',
      depositCurrency: 'BTC',
      depositAmount: '0.000000000000000001',
      uniformPayableAmount: index === 0 ? null : '12.5',
      recordSeen: true,
    });
  await sweepCases();
});

const parseQuery = (address: string) => {
  const parameters = new URLSearchParams(address);
  return parseListQuery(queueList, (name) => parameters.get(name)).query;
};

async function readExport(who = tenant.as.compliance, address = '', columns: string | null = null) {
  const { fileName, body } = await exportList(
    who,
    tenant.businessId,
    'reviews',
    parseQuery(address),
    columns,
  );
  const [head = '', ...lines] = (await new Response(body).text()).split('\r\n').slice(0, -1);
  const names = head.split(',');
  const rows = lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])),
  );
  return { fileName, names, rows };
}

test.each(['compliance', 'owner'] as const)(
  '%s exports the filtered queue, and the export is audited',
  async (role) => {
    const { rows, names, fileName } = await readExport(tenant.as[role], 'serviceStatus=BLOCKED');
    expect(fileName).toMatch(/-reviews-blocked-\d{4}-\d\d-\d\d\.csv$/);
    expect(new Set(names).size).toBe(names.length);
    expect(rows).toMatchObject([
      {
        reference: "'=cmd",
        subject_kind: 'deposit',
        state: 'open',
        reasons: 'deposit-blocked',
        amount: '0.000000000000000001',
        amount_currency: 'BTC',
        eur: '',
        decision: '',
        decided_at: '',
        time_zone: 'UTC',
      },
    ]);
    expect((await readExport(tenant.as[role])).rows).toHaveLength(3);
    const entries = await database().auditEntry.findMany({
      where: { chainId: tenant.businessId, action: 'export.csv', actorId: tenant.as[role].actor.personId },
      orderBy: { sequence: 'asc' },
    });
    expect(entries).toMatchObject([
      { objectId: 'reviews', after: { filters: { serviceStatus: 'BLOCKED' }, withRisk: true } },
      { objectId: 'reviews' },
    ]);
  },
);

test('exports the selected columns in their order', async () => {
  const { names } = await readExport(tenant.as.owner, '', 'dueAt,amount');
  expect(names.slice(2)).toEqual([
    ...['subject_kind', 'subject_id', 'reference', 'joined_cases'],
    ...['due_at', 'overdue', 'amount', 'amount_currency', 'time_zone'],
  ]);
});
