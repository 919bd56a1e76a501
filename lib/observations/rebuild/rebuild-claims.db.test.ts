import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { depositCallbackSample, toSampleBytes } from '#lib/platform/testing/wire-samples.ts';
import { instant } from '#lib/values/instant.ts';
import { observeCallback, verifyReadModel } from '../index.ts';

afterAll(closeDatabase);

test('applies a claim on another payment’s deposit and rebuilds both payments', async () => {
  const businessId = await createBusiness();
  const [claimant, owner] = [randomUUID(), randomUUID()];
  const [own, claimed] = [randomUUID(), randomUUID()];
  const deliver = (at: number, fields: Readonly<Record<string, unknown>>) =>
    inTransaction((transaction) =>
      observeCallback(transaction, {
        businessId,
        kind: 'deposit-received',
        body: toSampleBytes(depositCallbackSample({ clientPaymentId: 'order-1', ...fields })),
        headers: {},
        receivedAt: instant(1_793_000_000_000 + at),
      }),
    );
  await deliver(1, { paymentId: claimant, depositId: own });
  await deliver(2, { paymentId: owner, depositId: claimed });
  const claim = await deliver(3, { paymentId: claimant, depositId: claimed, expectedDisplayAmount: 7 });
  expect(claim.verdict).toBe('new-version');
  expect(claim.reasons.map(({ path }) => path)).toEqual(['expectedDisplayAmount', 'paymentId']);
  const differences: unknown[] = [];
  await verifyReadModel((difference) => differences.push(difference));
  expect(differences).toEqual([]);
});
