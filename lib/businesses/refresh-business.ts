import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import { noSecrets } from '#lib/platform/mask-secrets.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { service } from '#lib/service/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { businessView } from './business-queries.ts';
import { readRecord } from './business-record.ts';
import { nameBusiness } from './business-store.ts';
import type { Usable } from './reading-answer.ts';
import { usableAnswer } from './reading-answer.ts';
import { keepFailure, keepReading } from './reading-store.ts';
import type { BusinessView, refreshBusinessForm } from './schema.ts';

const longestName = 200;

async function askService(context: Context, businessId: BusinessId): Promise<Usable> {
  const read = usableAnswer(await service(context.clock).readBusiness(businessId));
  if (read.kind === 'failed') return read;
  const { id } = readRecord(read.value, noSecrets).record;
  if (id === undefined || id === null || id === businessId) return read;
  const message = 'The service answered with the record of another business.';
  return { kind: 'failed', code: 'other-business', message, startedAt: read.startedAt };
}

async function keep(transaction: Transaction, businessId: BusinessId, read: Usable): Promise<string> {
  const kind = 'business';
  await announce(transaction, { businessId, topics: ['business'] });
  if (read.kind === 'failed') {
    await keepFailure(transaction, { ...read, businessId, kind });
    return read.code;
  }
  const { record, flaws } = readRecord(read.value, noSecrets);
  const { startedAt, bytes: body } = read;
  const kept = await keepReading(transaction, {
    businessId,
    kind,
    startedAt,
    body,
    flaws: [...flaws, ...read.flaws],
  });
  const name = record.name?.trim().slice(0, longestName).toWellFormed() ?? '';
  if (kept !== 'superseded' && name !== '') await nameBusiness(transaction, businessId, name);
  return kept;
}

/** Reads the record now and keeps it with the time of reading, or keeps why that failed. For jobs. */
export async function readBusiness(context: Context<SystemActor>, businessId: BusinessId): Promise<void> {
  const read = await askService(context, businessId);
  await inTransaction((transaction) => keep(transaction, businessId, read));
}

/** Reads the record because a person asked. The view tells whether it went well: the last good reading stays. */
export async function refreshBusiness(
  context: Context<PersonActor>,
  input: z.output<typeof refreshBusinessForm>,
): Promise<BusinessView> {
  const { businessId } = requirePermission(context, input.businessId, 'business.refresh');
  const read = await askService(context, businessId);
  await inTransaction(async (transaction) => {
    const outcome = await keep(transaction, businessId, read);
    await writeAudit(transaction, context, {
      businessId,
      action: 'business.refresh',
      objectType: 'business',
      objectId: businessId,
      after: { outcome },
    });
  });
  return businessView(context, businessId);
}
