import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import { systemContext } from '#lib/database/testing/tenant.ts';
import { storeAllReasons } from '#lib/observations/index.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { openCases } from './open-cases.ts';
import { verifyCaseReasons } from './verify-reasons.ts';

test('verification finds a reason that a case lacks, and one that its record no longer states', async () => {
  const desk = await createCaseFixture();
  const { businessId } = desk;
  const verify = async () => {
    const found: unknown[] = [];
    await verifyCaseReasons((difference) => {
      if (difference.businessId === businessId) found.push(difference);
    });
    return found;
  };
  const { depositId } = await desk.flagged();
  expect(await verify()).toEqual([]);
  const where = { businessId_depositId: { businessId, depositId } };
  await database().deposit.update({ where, data: { status: 'CONFIRMED' } });
  const unseen = await insertDeposit(businessId, await insertPayment(businessId), { status: 'BLOCKED' });
  expect(await verify()).toEqual(
    expect.arrayContaining([
      {
        businessId,
        record: `deposit ${depositId}`,
        path: 'reasons.deposit-review',
        held: 'applies',
        rebuilt: 'ended',
      },
      {
        businessId,
        record: `deposit ${unseen}`,
        path: 'reasons.deposit-blocked',
        held: 'nothing',
        rebuilt: 'applies',
      },
    ]),
  );
  await database().deposit.update({ where, data: { status: 'COMPLIANCE_REVIEW' } });
  await storeAllReasons(businessId);
  await openCases(systemContext('reviews'), AbortSignal.timeout(20_000));
  expect(await verify()).toEqual([]);
});
