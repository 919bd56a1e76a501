import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { placeHold } from './place-hold.ts';
import { placeHoldForm } from './schema.ts';

afterAll(closeDatabase);

test('finds the held record by its reference or case number', async () => {
  const { businessId, as } = await createTenant();
  const place = (kind: 'payment' | 'withdrawal' | 'case' | 'callback', recordId: string) =>
    placeHold(
      as.compliance,
      placeHoldForm.parse({ businessId, kind, recordId, reason: 'Request of the court' }),
    );
  const clientPaymentId = `held-${randomUUID()}`;
  const paymentId = await insertPayment(businessId, { clientPaymentId });
  const clientWithdrawalId = `held-${randomUUID()}`;
  const withdrawalId = await insertWithdrawal(businessId, { clientWithdrawalId });
  const at = new Date();
  const { caseId, number } = await database().reviewCase.create({
    data: {
      ...{ businessId, subjectKind: 'withdrawal', subjectId: withdrawalId, state: 'open' },
      ...{ openedAt: at, dueAt: at, changedAt: at },
    },
  });
  const listHeld = (holds: readonly { readonly recordId: string }[]) => holds.map(({ recordId }) => recordId);
  expect(listHeld((await place('payment', ` ${clientPaymentId} `)).holds)).toContain(paymentId);
  expect(listHeld((await place('withdrawal', clientWithdrawalId)).holds)).toContain(withdrawalId);
  expect(listHeld((await place('case', `Case ${number}`)).holds)).toContain(caseId);
  await expect(place('callback', clientPaymentId)).rejects.toMatchObject({ code: 'not-found' });
  await expect(place('payment', 'no such reference')).rejects.toMatchObject({ code: 'not-found' });
  await insertPayment(businessId, { clientPaymentId });
  await expect(place('payment', clientPaymentId)).rejects.toMatchObject({ code: 'conflict' });
});
