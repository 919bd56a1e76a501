import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { createBusiness, createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { listAudit, readAuditEntry } from './list-queries.ts';
import { auditList } from './schema.ts';
import { writeAudit } from './write-audit.ts';

afterAll(closeDatabase);

test('names the business of an entry of its settings, and no other business', async () => {
  const { businessId, as } = await createTenant();
  const other = await createBusiness('Another business');
  await database().business.update({ where: { id: businessId }, data: { name: 'Coffee Ltd' } });
  const write = (objectId: string) =>
    inTransaction((transaction) =>
      writeAudit(transaction, as.owner, {
        businessId,
        action: 'review-desk.decline',
        objectType: 'business',
        objectId,
        after: { scope: objectId },
      }),
    );
  await write(other);
  await write(businessId);
  const { query } = parseListQuery(auditList, () => null);
  const { rows } = await listAudit(as.owner, businessId, query);
  expect(rows.map(({ objectName }) => objectName)).toEqual(['Coffee Ltd', null]);
  const [entry, foreign] = await Promise.all(
    rows.map(({ entryId }) => readAuditEntry(as.owner, businessId, entryId)),
  );
  expect(entry).toMatchObject({ objectName: 'Coffee Ltd', objectId: businessId });
  expect(entry?.details[0]?.value).toEqual({ kind: 'text', text: 'Coffee Ltd' });
  expect(foreign?.details[0]?.value).toEqual({ kind: 'id', id: other });
});
