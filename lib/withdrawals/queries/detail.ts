import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAuditOnce } from '#lib/audit/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import type { RawRow } from '#lib/database/record-columns.ts';
import { readRecord, selectFields, selectTexts } from '#lib/database/record-columns.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tWithdrawal } from '#lib/messages/withdrawals.ts';
import { readConflicts, readProvenance } from '#lib/observations/model/provenance-columns.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { withdrawalFields } from '#lib/records/model/withdrawal.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, WithdrawalId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate } from '#lib/values/instant.ts';
import type { SourcedWithdrawalRisk, WithdrawalDetail, WithdrawalRisk } from '../schema.ts';

/** SQL of all fields of a withdrawal, without the owner of its address. */
const withdrawalDetailSelect = `${selectFields(withdrawalFields, 'w')}, w.provenance, w.conflicts`;

const readWithdrawalRow = (row: RawRow): WithdrawalDetail => ({
  ...readRecord(withdrawalFields, row),
  provenance: readProvenance(row['provenance']),
  conflicts: readConflicts(row['conflicts']),
});

/** Returns the SQL of each field as text, for exports (`selectTexts`). */
export const withdrawalTextColumns = (): Readonly<Record<string, string>> => ({
  ...selectTexts(withdrawalFields, 'w'),
  provenance: 'w.provenance',
});

/**
 * Returns one withdrawal, without the owner of its address.
 * @throws Problem 'not-found' when the business has no such withdrawal; 'forbidden'.
 */
export async function readWithdrawal(
  context: Context<PersonActor>,
  business: string,
  withdrawal: string,
): Promise<WithdrawalDetail> {
  const { businessId } = requirePermission(context, business, 'read', 'withdrawals:read');
  const { rows } = await databasePool().query<RawRow>(
    `SELECT ${withdrawalDetailSelect} FROM withdrawal w WHERE w.business_id = $1::uuid AND w.withdrawal_id = $2::uuid`,
    [businessId, parseId<WithdrawalId>(withdrawal)],
  );
  const row = rows[0];
  if (!row) throw new Problem('not-found', tWithdrawal('notFound'));
  return readWithdrawalRow(row);
}

/**
 * Returns the owner of the address, as screened (§6.2), and audits the view, once per person, withdrawal and few minutes.
 * Returns null when no owner was reported.
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function viewWithdrawalRisk(
  context: Context<PersonActor>,
  business: string,
  withdrawal: string,
): Promise<WithdrawalRisk | null> {
  const { businessId } = requirePermission(context, business, 'risk.read', 'risk:read');
  const withdrawalId = parseId<WithdrawalId>(withdrawal);
  if (withdrawalId === null) throw new Problem('not-found', tWithdrawal('notFound'));
  return inTransaction(async (transaction) => {
    const row = await transaction.withdrawalRisk.findUnique({
      where: { businessId_withdrawalId: { businessId, withdrawalId } },
      select: { ownerName: true, ownerCategory: true, changedAt: true },
    });
    if (row) {
      await writeAuditOnce(transaction, context, {
        businessId,
        action: 'withdrawal-risk.view',
        objectType: 'withdrawal',
        objectId: withdrawalId,
      });
    }
    return row === null ? null : { ...row, changedAt: toChangedAt(row) };
  });
}

const toChangedAt = (row: { readonly changedAt: Date | null } | null): Instant | null =>
  row?.changedAt ? fromDate(row.changedAt) : null;

/**
 * Returns when the owner last changed, so that an open page can refresh it. Returns null for people who can't see it,
 * and for rows written before changes were timed.
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function readWithdrawalRiskChangedAt(
  context: Context<PersonActor>,
  business: string,
  withdrawalId: string,
): Promise<Instant | null> {
  const { businessId, may } = requirePermission(context, business, 'read');
  if (!may('risk.read')) return null;
  return toChangedAt(
    await database().withdrawalRisk.findUnique({
      where: { businessId_withdrawalId: { businessId, withdrawalId } },
      select: { changedAt: true },
    }),
  );
}

/** Returns owners with their sources for an export. The caller has checked the permission and audits the export. */
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
        changedAt: toChangedAt({ changedAt }),
      },
    ]),
  );
}
