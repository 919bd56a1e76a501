import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { lockMembersWith } from './index.ts';

afterAll(closeDatabase);

test('lists who has a permission now, as each request decides it', async () => {
  const { businessId, as } = await createTenant();
  const { personId: owner } = as.owner.actor;
  const { personId: compliance } = as.compliance.actor;
  const list = (among?: readonly PersonId[]) =>
    inTransaction((transaction) => lockMembersWith(transaction, businessId, 'review.work', among));
  expect(await list()).toEqual(new Set([owner, compliance]));
  expect(await list([compliance, as.finance.actor.personId])).toEqual(new Set([compliance]));
  const other = await createTenant();
  expect(await list([other.as.owner.actor.personId])).toEqual(new Set());

  // After a restored backup, only owners have access until one of them confirms the people.
  const { restoreId } = await database().databaseRestore.create({
    data: { restoredAt: new Date(), dataUntil: new Date(), people: { create: { businessId } } },
  });
  expect(await list()).toEqual(new Set([owner]));
  await database().databaseRestorePeople.updateMany({
    where: { restoreId },
    data: { confirmedAt: new Date(), confirmedBy: owner },
  });
  expect(await list()).toEqual(new Set([owner, compliance]));

  await database().person.update({ where: { id: compliance }, data: { disabledAt: new Date() } });
  expect(await list()).toEqual(new Set([owner]));
});
