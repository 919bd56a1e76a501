import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Usable, UsableAnswer } from '#lib/businesses/index.ts';
import { keepFailure, keepReading, usableAnswer } from '#lib/businesses/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { service } from '#lib/service/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { minimumsView } from './queries.ts';
import { readMinimumsRecord } from './reading.ts';
import type { MinimumsView, refreshMinimumsForm } from './schema.ts';

const flawsOf = (read: UsableAnswer) => [...readMinimumsRecord(read.value).flaws, ...read.flaws];

export async function askForMinimums(context: Context): Promise<Usable> {
  return usableAnswer(await service(context.clock).readMinimums());
}

/** Keeps one answer for one business, or why there is none. */
export async function keepMinimums(
  transaction: Transaction,
  businessId: BusinessId,
  read: Usable,
): Promise<string> {
  const kind = 'minimums';
  await announce(transaction, { businessId, topics: ['minimums'] });
  if (read.kind === 'failed') {
    await keepFailure(transaction, { ...read, businessId, kind });
    return read.code;
  }
  const { startedAt, bytes: body } = read;
  return keepReading(transaction, { businessId, kind, startedAt, body, flaws: flawsOf(read) });
}

/** Reads the minimums because a person asked. The view tells whether it went well: the last good reading stays. */
export async function refreshMinimums(
  context: Context<PersonActor>,
  input: z.output<typeof refreshMinimumsForm>,
): Promise<MinimumsView> {
  const { businessId } = requirePermission(context, input.businessId, 'business.refresh');
  const read = await askForMinimums(context);
  await inTransaction(async (transaction) => {
    const outcome = await keepMinimums(transaction, businessId, read);
    await writeAudit(transaction, context, {
      businessId,
      action: 'minimums.refresh',
      objectType: 'business',
      objectId: businessId,
      after: { outcome },
    });
  });
  return minimumsView(context, businessId);
}
