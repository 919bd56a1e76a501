import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import type { RawRow } from '#lib/database/record-columns.ts';
import { readRecord, selectFields, selectTexts } from '#lib/database/record-columns.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { readConflicts, readProvenance } from '#lib/observations/model/provenance-columns.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, WithdrawalId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate } from '#lib/values/instant.ts';
import type { SourcedWithdrawalRisk, WithdrawalDetail, WithdrawalRisk } from '../schema.ts';
import { withdrawalFields } from '../schema.ts';

/** A withdrawal whole, as it stands in the database, without the owner of its address. */
const withdrawalDetailSelect = `${selectFields(withdrawalFields, 'w')}, w.provenance, w.conflicts`;

const readWithdrawalRow = (row: RawRow): WithdrawalDetail => ({
  ...readRecord(withdrawalFields, row),
  provenance: readProvenance(row['provenance']),
  conflicts: readConflicts(row['conflicts']),
});

/** The same for a file, by field (`selectTexts`). */
export const withdrawalTexts = (): Readonly<Record<string, string>> => ({
  ...selectTexts(withdrawalFields, 'w'),
  provenance: 'w.provenance',
});

const nobody = 'This business has no withdrawal with this ID.';

/** One withdrawal, whole, without the owner of its address. Throws Problem 'not-found'. */
export async function readWithdrawal(
  context: Context<PersonActor>,
  business: string,
  withdrawal: string,
): Promise<WithdrawalDetail> {
  const { businessId } = requirePermission(context, business, 'read');
  const { rows } = await databasePool().query<RawRow>(
    `SELECT ${withdrawalDetailSelect} FROM withdrawal w WHERE w.business_id = $1::uuid AND w.withdrawal_id = $2::uuid`,
    [businessId, parseId<WithdrawalId>(withdrawal)],
  );
  const row = rows[0];
  if (!row) throw new Problem('not-found', nobody);
  return readWithdrawalRow(row);
}

/**
 * The owner of the address, as screened (§6.2), for whoever may see it; that it was seen is audited. Null where it
 * was never told. Throws Problem 'not-found' or 'forbidden'.
 */
export async function viewWithdrawalRisk(
  context: Context<PersonActor>,
  business: string,
  withdrawal: string,
): Promise<WithdrawalRisk | null> {
  const { businessId } = requirePermission(context, business, 'risk.read');
  const withdrawalId = parseId<WithdrawalId>(withdrawal);
  if (withdrawalId === null) throw new Problem('not-found', nobody);
  return inTransaction(async (transaction) => {
    const row = await transaction.withdrawalRisk.findUnique({
      where: { businessId_withdrawalId: { businessId, withdrawalId } },
      select: { ownerName: true, ownerCategory: true, changedAt: true },
    });
    if (row) {
      await writeAudit(transaction, context, {
        businessId,
        action: 'withdrawal-risk.view',
        objectType: 'withdrawal',
        objectId: withdrawalId,
      });
    }
    return row === null ? null : { ...row, changedAt: stampOf(row) };
  });
}

const stampOf = (row: { readonly changedAt: Date | null } | null): Instant | null =>
  row?.changedAt ? fromDate(row.changedAt) : null;

/**
 * When the owner last changed, so that an open page reads it again; null for a person who may not see it, and where it has
 * not changed since that is stamped. Throws Problem 'not-found' or 'forbidden'.
 */
export async function withdrawalRiskStamp(
  context: Context<PersonActor>,
  business: string,
  withdrawalId: string,
): Promise<Instant | null> {
  const { businessId, may } = requirePermission(context, business, 'read');
  if (!may('risk.read')) return null;
  return stampOf(
    await database().withdrawalRisk.findUnique({
      where: { businessId_withdrawalId: { businessId, withdrawalId } },
      select: { changedAt: true },
    }),
  );
}

/** The same with its sources for an export, whose caller has checked the permission and audits the whole. */
export async function listWithdrawalRisk(
  businessId: BusinessId,
  withdrawalIds: readonly string[],
): Promise<ReadonlyMap<string, SourcedWithdrawalRisk>> {
  const rows = await database().withdrawalRisk.findMany({
    where: { businessId, withdrawalId: { in: [...withdrawalIds] } },
  });
  return new Map(
    rows.map(({ withdrawalId, ownerName, ownerCategory, provenance, changedAt }) => [
      withdrawalId,
      {
        ownerName,
        ownerCategory,
        provenance: readProvenance(provenance),
        changedAt: stampOf({ changedAt }),
      },
    ]),
  );
}
