import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tBusinesses } from '#lib/messages/new-payment.ts';
import type { Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import { noSecrets } from '#lib/platform/mask-secrets.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { createServiceClient } from '#lib/service/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { readBusinessView } from './business-queries.ts';
import { readRecord } from './business-record.ts';
import { storeBusinessName } from './business-store.ts';
import type { CheckedAnswer } from './reading-answer.ts';
import { checkAnswer } from './reading-answer.ts';
import { storeFailure, storeReading } from './reading-store.ts';
import type { BusinessView, refreshBusinessForm } from './schema.ts';

const maximumNameLength = 200;

/** Reads the record of a business at the service (§4.2). */
export async function fetchRecord(context: Context, businessId: BusinessId): Promise<CheckedAnswer> {
  const read = checkAnswer(await createServiceClient(context.clock).readBusiness(businessId));
  if (read.kind === 'failed') return read;
  const { id } = readRecord(read.value, noSecrets).record;
  if (id === undefined || id === null || id === businessId) return read;
  const message = tBusinesses('otherBusiness');
  return { kind: 'failed', code: 'other-business', message, startedAt: read.startedAt };
}

/** Stores the record or the failure in the caller's transaction, and the name that the service reports. */
export async function storeRecord(
  transaction: Transaction,
  businessId: BusinessId,
  read: CheckedAnswer,
): Promise<string> {
  const kind = 'business';
  await announce(transaction, { businessId, topics: ['business'] });
  if (read.kind === 'failed') {
    await storeFailure(transaction, { ...read, businessId, kind });
    return read.code;
  }
  const { record, flaws } = readRecord(read.value, noSecrets);
  const { startedAt, bytes: body } = read;
  const outcome = await storeReading(transaction, {
    businessId,
    kind,
    startedAt,
    body,
    flaws: [...flaws, ...read.flaws],
  });
  const name = record.name?.trim().slice(0, maximumNameLength).toWellFormed() ?? '';
  if (outcome !== 'superseded' && name !== '') await storeBusinessName(transaction, businessId, name);
  return outcome;
}

/** Reads the record and stores it, or the failure. For background work. */
export async function readBusiness(context: Context<SystemActor>, businessId: BusinessId): Promise<void> {
  const read = await fetchRecord(context, businessId);
  await inTransaction((transaction) => storeRecord(transaction, businessId, read));
}

/** Reads the record when a person requests it. The view reports a failure and keeps the last good reading. */
export async function refreshBusiness(
  context: Context<PersonActor>,
  input: z.output<typeof refreshBusinessForm>,
): Promise<BusinessView> {
  const { businessId } = requirePermission(context, input.businessId, 'business.refresh');
  const read = await fetchRecord(context, businessId);
  await inTransaction(async (transaction) => {
    const outcome = await storeRecord(transaction, businessId, read);
    await writeAudit(transaction, context, {
      businessId,
      action: 'business.refresh',
      objectType: 'business',
      objectId: businessId,
      after: { outcome },
    });
  });
  return readBusinessView(context, businessId);
}
