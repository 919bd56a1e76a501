import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { CheckedAnswer, UsableAnswer } from '#lib/businesses/index.ts';
import { checkAnswer, storeFailure, storeReading } from '#lib/businesses/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { createServiceClient } from '#lib/service/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { readMinimumsView } from './queries.ts';
import { readMinimumsRecord } from './reading.ts';
import type { MinimumsView, refreshMinimumsForm } from './schema.ts';

const listFlaws = (read: UsableAnswer) => [...readMinimumsRecord(read.value).flaws, ...read.flaws];

export async function fetchMinimums(context: Context): Promise<CheckedAnswer> {
  return checkAnswer(await createServiceClient(context.clock).readMinimums());
}

/** Stores an answer, or its failure, for one business. */
export async function storeMinimums(
  transaction: Transaction,
  businessId: BusinessId,
  read: CheckedAnswer,
): Promise<string> {
  const kind = 'minimums';
  await announce(transaction, { businessId, topics: ['minimums'] });
  if (read.kind === 'failed') {
    await storeFailure(transaction, { ...read, businessId, kind });
    return read.code;
  }
  const { startedAt, bytes: body } = read;
  return storeReading(transaction, { businessId, kind, startedAt, body, flaws: listFlaws(read) });
}

/** Reads the minimums when a person requests it. The view reports a failure and keeps the last good reading. */
export async function refreshMinimums(
  context: Context<PersonActor>,
  input: z.output<typeof refreshMinimumsForm>,
): Promise<MinimumsView> {
  const { businessId } = requirePermission(context, input.businessId, 'business.refresh');
  const read = await fetchMinimums(context);
  await inTransaction(async (transaction) => {
    const outcome = await storeMinimums(transaction, businessId, read);
    await writeAudit(transaction, context, {
      businessId,
      action: 'minimums.refresh',
      objectType: 'business',
      objectId: businessId,
      after: { outcome },
    });
  });
  return readMinimumsView(context, businessId);
}
