import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { firstPace } from '../model/pace.ts';
import type { PauseReason } from '../schema.ts';
import type { BatchKey } from '../store.ts';

const whereKey = ({ businessId, batchId }: BatchKey) => ({ businessId_batchId: { businessId, batchId } });

/** Pauses a run. `answer` is the service's answer that is the cause. The caller has locked the batch. */
export async function pauseRun(
  transaction: Transaction,
  key: BatchKey,
  { reason, answer = null }: { readonly reason: PauseReason; readonly answer?: string | null },
): Promise<void> {
  await transaction.paymentBatch.update({
    where: whereKey(key),
    data: { state: 'paused', pauseReason: reason, pauseAnswer: answer, notBefore: null },
  });
}

/** Continues a run in the name of a person. The caller has locked the batch. */
export async function resumeRun(transaction: Transaction, key: BatchKey, personId: PersonId): Promise<void> {
  await transaction.paymentBatch.update({
    where: whereKey(key),
    data: {
      state: 'running',
      pauseReason: null,
      pauseAnswer: null,
      sentFor: personId,
      unknownInARow: 0,
      unsentInARow: 0,
      refusedInARow: 0,
      pace: firstPace,
      notBefore: null,
    },
  });
}

/** Ends a run before all rows are sent. The caller has locked the batch. */
export async function stopRun(transaction: Transaction, key: BatchKey, at: Instant): Promise<void> {
  await transaction.paymentBatch.update({
    where: whereKey(key),
    data: { state: 'stopped', pauseReason: null, pauseAnswer: null, notBefore: null, endedAt: toDate(at) },
  });
}
