import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import { toDate } from '#lib/values/instant.ts';
import type { RecordKind } from './model.ts';
import { maximumRecordLabels } from './model.ts';

/** Several records of one kind. */
type Subjects = {
  readonly businessId: BusinessId;
  readonly kind: RecordKind;
  readonly recordIds: readonly string[];
};

const rows = z.array(z.object({ id: z.string() }).transform(({ id }) => id));

const lockSubjectsSql: Readonly<Record<RecordKind, string>> = {
  payment: `SELECT payment_id::text AS id FROM payment
    WHERE business_id = $1::uuid AND payment_id = ANY($2::text[]::uuid[]) FOR KEY SHARE`,
  deposit: `SELECT deposit_id::text AS id FROM deposit
    WHERE business_id = $1::uuid AND deposit_id = ANY($2::text[]::uuid[]) FOR KEY SHARE`,
  withdrawal: `SELECT withdrawal_id::text AS id FROM withdrawal
    WHERE business_id = $1::uuid AND withdrawal_id = ANY($2::text[]::uuid[]) FOR KEY SHARE`,
};

/**
 * Returns the ids that belong to records of the business. Callbacks can still change the records, but their expiry waits
 * until the transaction ends, so it removes the new annotations too.
 */
export async function lockSubjects(
  transaction: Transaction,
  businessId: BusinessId,
  kind: RecordKind,
  recordIds: readonly string[],
): Promise<readonly string[]> {
  const ids = recordIds.filter(isUuid);
  return rows.parse(await transaction.$queryRawUnsafe(lockSubjectsSql[kind], businessId, ids));
}

/** Adds a label to records. Returns the changed records and the number of full ones. */
export async function attachLabelToRecords(
  transaction: Transaction,
  context: Context<PersonActor>,
  { businessId, kind, recordIds }: Subjects,
  labelId: string,
): Promise<{ readonly changed: readonly string[]; readonly full: number }> {
  const counts = await transaction.recordLabel.groupBy({
    by: ['recordId'],
    where: { businessId, kind, recordId: { in: [...recordIds] } },
    _count: true,
  });
  const fullOnes = new Set(
    counts.filter(({ _count }) => _count >= maximumRecordLabels).map(({ recordId }) => recordId),
  );
  const added = await transaction.recordLabel.createManyAndReturn({
    data: recordIds
      .filter((recordId) => !fullOnes.has(recordId))
      .map((recordId) => ({
        businessId,
        kind,
        recordId,
        labelId,
        addedById: context.actor.personId,
        addedAt: toDate(context.clock.now()),
      })),
    skipDuplicates: true,
    select: { recordId: true },
  });
  const isThere = await transaction.recordLabel.count({
    where: { businessId, kind, labelId, recordId: { in: [...fullOnes] } },
  });
  return { changed: added.map(({ recordId }) => recordId), full: fullOnes.size - isThere };
}

/** Removes a label from records. Returns the changed ones. */
export async function detachLabelFromRecords(
  transaction: Transaction,
  { businessId, kind, recordIds }: Subjects,
  labelId: string,
): Promise<readonly string[]> {
  return rows.parse(
    await transaction.$queryRaw`DELETE FROM record_label WHERE business_id = ${businessId}::uuid AND kind = ${kind}
      AND label_id = ${labelId}::uuid AND record_id = ANY(${[...recordIds]}::uuid[]) RETURNING record_id::text AS id`,
  );
}
