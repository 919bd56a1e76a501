import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { readQueue } from '../testing/read-queue.ts';
import { openManualCase } from './open-manual-case.ts';

afterAll(closeDatabase);

test('opens one case for a record that nothing flagged, with an audited reason that never ends', async () => {
  const desk = await createCaseFixture();
  const { businessId } = desk;
  const paymentId = await insertPayment(businessId);
  const subjectId = await insertDeposit(businessId, paymentId, {
    status: 'CONFIRMED',
    recordSeen: true,
    uniformPayableAmount: '25',
  });
  await desk.sweep();
  const input = {
    businessId,
    subjectKind: 'deposit',
    subjectId,
    reason: 'The payer asked for secrecy',
  } as const;
  await expect(openManualCase(desk.as.finance, input)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(
    openManualCase(desk.as.compliance, { ...input, subjectId: randomUUID() }),
  ).rejects.toMatchObject({ code: 'not-found' });
  const { caseId } = await openManualCase(desk.as.compliance, input);
  await expect(openManualCase(desk.second, input)).rejects.toMatchObject({ code: 'conflict' });
  await database().deposit.update({
    where: { businessId_depositId: { businessId, depositId: subjectId } },
    data: { status: 'BLOCKED' },
  });
  await desk.sweep();
  const { facts } = await desk.view(caseId);
  expect(facts).toMatchObject([
    { kind: 'manual', endedAt: null, detail: { reason: 'The payer asked for secrecy' } },
    { kind: 'deposit-blocked' },
  ]);
  const { rows } = await readQueue(desk.second, businessId, 'reason=manual');
  expect(rows).toMatchObject([{ caseId, eur: '25' }]);
  const entry = await database().auditEntry.findFirstOrThrow({
    where: { objectId: caseId, action: 'review-case.open' },
  });
  expect(entry).toMatchObject({
    actorKind: 'person',
    actorId: desk.as.compliance.actor.personId,
    after: { subjectId, reason: 'The payer asked for secrecy' },
  });
});
