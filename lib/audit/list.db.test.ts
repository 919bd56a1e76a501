import { beforeAll, expect, test } from 'vitest';
import { exportAudit } from '#lib/exports/index.ts';
import type { Tenant } from '#lib/platform/testing/tenant.ts';
import { createTenant } from '#lib/platform/testing/tenant.ts';
import { inTransaction } from '#lib/platform/transaction.ts';
import { listAudit } from './list-queries.ts';
import { auditQuery } from './schema.ts';
import { writeAudit } from './write-audit.ts';

let tenant: Tenant;
let other: Tenant;

const note = (who: Tenant, action: string, objectId: string) =>
  inTransaction((transaction) =>
    writeAudit(transaction, who.as.owner, {
      businessId: who.businessId,
      action,
      objectType: 'thing',
      objectId,
      after: { formula: '=1+1' },
    }),
  );

beforeAll(async () => {
  tenant = await createTenant();
  other = await createTenant();
  for (let n = 0; n < 55; n += 1) await note(tenant, 'payment.create', `thing-${n}`);
  await note(tenant, 'review-case.note', '=cmd');
  await note(other, 'payment.create', 'strange');
});

const list = (given: Record<string, string> = {}, who = tenant.as.compliance) =>
  listAudit(who, tenant.businessId, auditQuery.parse(given));

test('lists newest first, page after page, each entry once, of this business alone', async () => {
  const first = await list();
  const second = await list({ before: first.next ?? '' });
  expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 6, null]);
  const ids = [...first.rows, ...second.rows].map((row) => row.objectId);
  expect(new Set(ids).size).toBe(56);
  expect(ids).not.toContain('strange');
});

test('filters by area, person, object and day; what is not understood is left out', async () => {
  expect((await list({ area: 'review-case' })).rows.map((row) => row.objectId)).toEqual(['=cmd']);
  expect((await list({ object: 'thing-7' })).rows).toHaveLength(1);
  expect((await list({ person: tenant.as.viewer.actor.personId })).rows).toEqual([]);
  expect((await list({ to: '2001-01-01' })).rows).toEqual([]);
  expect((await list({ from: "'; --", area: '%', person: 'x', before: '-1' })).rows).toHaveLength(50);
});

test('an export holds the same, guards formulas, and is in the log itself', async () => {
  const { body } = await exportAudit(
    tenant.as.owner,
    tenant.businessId,
    auditQuery.parse({ object: '=cmd' }),
  );
  const text = await new Response(body).text();
  expect(text).toContain("'=cmd");
  expect((await list({ area: 'audit' })).rows[0]?.action).toBe('audit.export');
});

test('nobody but compliance and owner reads it', async () => {
  for (const who of [tenant.as.viewer, tenant.as.finance])
    await expect(list({}, who)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(exportAudit(tenant.as.finance, tenant.businessId, auditQuery.parse({}))).rejects.toMatchObject(
    {
      code: 'forbidden',
    },
  );
  await expect(list({}, other.as.owner)).rejects.toMatchObject({ code: 'not-found' });
});
