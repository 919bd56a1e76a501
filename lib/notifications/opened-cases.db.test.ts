import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { writeAudit } from '#lib/audit/index.ts';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { createNotifications } from './create-notifications.ts';
import { listNotifications } from './index.ts';

afterAll(closeDatabase);

test('names a new case, and does not notify about one that opens for an old record', async () => {
  const tenant = await createTenant();
  const { businessId } = tenant;
  const { signal } = new AbortController();
  const run = () => createNotifications(systemContext(), signal);
  // The first run starts the cursors of a business.
  await run();
  const now = new Date();
  const openCase = async (subjectId: string) => {
    const { caseId, number } = await database().reviewCase.create({
      data: { businessId, subjectKind: 'withdrawal', subjectId, openedAt: now, dueAt: now, changedAt: now },
    });
    await inTransaction((transaction) =>
      writeAudit(transaction, systemContext(), {
        businessId,
        action: 'review-case.open',
        objectType: 'review-case',
        objectId: caseId,
      }),
    );
    return number;
  };
  const addWithdrawal = async (firstReceivedAt: Date) => {
    const withdrawalId = randomUUID();
    await database().withdrawal.create({
      data: { businessId, withdrawalId, firstReceivedAt, changedAt: now },
    });
    return withdrawalId;
  };
  await openCase(await addWithdrawal(new Date(now.getTime() - 7 * 86_400_000)));
  const number = await openCase(await addWithdrawal(now));
  await run();
  const { rows } = await listNotifications(tenant.as.compliance, businessId, null);
  expect(rows).toMatchObject([{ kind: 'case-opened', label: `${number}` }]);
});
