import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { riskFieldLabels } from '#lib/service/contract/risk-fields.ts';
import { viewStoredContent } from './stored-content.ts';
import { listPaymentTimeline } from './timeline.ts';

let tenant: Tenant;
let other: Tenant;
let paymentId: string;

const at = new Date('2026-11-20T10:00:00Z');

async function message(body: string, flaws: { path: string; problem: string }[] = []) {
  const bytes = Buffer.from(body);
  const row = await database().callbackMessage.create({
    data: {
      businessId: tenant.businessId,
      kind: 'deposit-received',
      sha256: createHash('sha256').update(bytes).digest(),
      body: bytes,
      firstReceivedAt: at,
      lastReceivedAt: at,
      deliveries: 3,
      verdict: 'applied',
      reasons: flaws,
      paymentId,
    },
  });
  return { raw: `callback-${row.id}`, shown: `callback-${row.reference}` };
}

beforeAll(async () => {
  [tenant, other] = [await createTenant(), await createTenant()];
  paymentId = await insertPayment(tenant.businessId);
});

const body =
  '{"amount":1.000000000000000000000000000001e-7,"deposits":[{"riskScore":"0.9","RISKSCORE":1,"x":{"txAddressOwner":{"name":"Mixer"}}}],"addressRiskAssessment":null,"__proto__":{"riskScore":2}}';

test('removes risk detail for roles without the permission and keeps every other digit', async () => {
  const { raw, shown } = await message(body);
  for (const role of ['viewer', 'finance'] as const) {
    const view = await viewStoredContent(tenant.as[role], tenant.businessId, shown);
    // The id is made from the bytes, so accepting it would confirm a guess of hidden content.
    await expect(viewStoredContent(tenant.as[role], tenant.businessId, raw)).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(view.text).toContain('1.000000000000000000000000000001e-7');
    expect(view.text).not.toMatch(/risk|owner|Mixer/i);
    expect(view.text).toContain('__proto__');
    expect(view.removed).toEqual(riskFieldLabels);
  }
});

test('shows everything to roles with the permission, and audits the view', async () => {
  const { raw: id, shown } = await message(`${body} `);
  expect(await viewStoredContent(tenant.as.owner, tenant.businessId, shown)).toMatchObject({ removed: [] });
  const view = await viewStoredContent(tenant.as.compliance, tenant.businessId, id);
  expect(view).toMatchObject({ removed: [], text: expect.stringContaining('Mixer') });
  const entries = await database().auditEntry.findMany({ where: { chainId: tenant.businessId } });
  expect(entries.map((entry) => [entry.action, entry.objectId])).toContainEqual([
    'risk.view-raw',
    id.replace('callback-', ''),
  ]);
});

test('shows unreadable content only to roles that may read risk detail', async () => {
  const { raw: id, shown } = await message('{"riskScore": 0.9');
  expect(await viewStoredContent(tenant.as.finance, tenant.businessId, shown)).toMatchObject({ text: null });
  expect(await viewStoredContent(tenant.as.owner, tenant.businessId, id)).toMatchObject({
    text: '{"riskScore": 0.9',
  });
});

test("doesn't find content of another business", async () => {
  const { raw: id } = await message('{"mine":1}');
  for (const observation of [id, id.replace('callback', 'answer'), 'callback-x', '../x', ''])
    await expect(viewStoredContent(other.as.owner, other.businessId, observation)).rejects.toMatchObject({
      code: 'not-found',
    });
  await expect(viewStoredContent(other.as.owner, tenant.businessId, id)).rejects.toMatchObject({
    code: 'not-found',
  });
  expect((await listPaymentTimeline(other.as.owner, other.businessId, paymentId)).entries).toEqual([]);
});

test('the timeline counts repeats and hides problems of risk fields without the permission', async () => {
  await message('{"flawed":1}', [
    { path: 'deposits.0.riskScore', problem: 'must be a string' },
    { path: 'amount', problem: 'is odd' },
  ]);
  const { entries: finance } = await listPaymentTimeline(tenant.as.finance, tenant.businessId, paymentId);
  expect(finance.length).toBeGreaterThan(0);
  expect(JSON.stringify(finance)).not.toMatch(/risk/i);
  expect(JSON.stringify(finance)).toContain('is odd');
  expect(finance[0]).toMatchObject({ kind: 'callback', repeats: 3 });
  const compliance = await listPaymentTimeline(tenant.as.compliance, tenant.businessId, paymentId);
  expect(JSON.stringify(compliance)).toContain('riskScore');
});
