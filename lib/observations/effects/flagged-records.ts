import 'server-only';
import { toPlainTransaction } from '#lib/database/statements.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { DepositChange, WithdrawalChange } from '../model/record-change.ts';
import { selectDeposits, selectWithdrawals } from '../rebuild/record-queries.ts';
import type { QueryFunction } from '../rebuild/verify-queries.ts';
import { queryPool } from '../rebuild/verify-queries.ts';
import type { Statements } from './case-reasons.ts';
import { readStatements, reasonsByValue } from './case-reasons.ts';
import { storeReviewChanges } from './review-changes.ts';

const pageSize = 500;
const zero = '00000000-0000-0000-0000-000000000000';

type Kind = 'deposit' | 'withdrawal';

const listValues = (kind: Kind, field: string): readonly string[] =>
  reasonsByValue[kind].flatMap((one) => (one.field === field ? [one.value] : []));

/** A record as it is now, as the change that adds it. */
type FlaggedRecord = { readonly id: string; readonly added: DepositChange | WithdrawalChange };

/** Reads a page of the records with a case or risk detail, or with a value that is a reason for a case, in order of their IDs. */
async function readPage(
  select: QueryFunction,
  businessId: BusinessId,
  kind: Kind,
  after: string,
): Promise<readonly FlaggedRecord[]> {
  const hasCase = (id: string) =>
    `EXISTS (SELECT FROM review_case c WHERE c.business_id = $1::uuid AND c.subject_kind = '${kind}' AND c.subject_id = ${id})`;
  if (kind === 'withdrawal') {
    const condition = `w.withdrawal_id > $2::uuid AND (w.status = ANY($3::text[]) OR ${hasCase('w.withdrawal_id')})
      ORDER BY w.withdrawal_id LIMIT ${pageSize}`;
    const found = await selectWithdrawals(select, condition, [businessId, after, listValues(kind, 'status')]);
    return found.map((record) => ({
      id: record.state.withdrawalId,
      added: { kind, businessId, before: null, after: record },
    }));
  }
  const condition = `d.deposit_id > $2::uuid AND (d.status = ANY($3::text[]) OR d.refund_reason = ANY($4::text[])
      OR r.deposit_id IS NOT NULL OR ${hasCase('d.deposit_id')}) ORDER BY d.deposit_id LIMIT ${pageSize}`;
  const values = [businessId, after, listValues(kind, 'status'), listValues(kind, 'refundReason')];
  const found = await selectDeposits(select, condition, values);
  return found.map((record) => ({
    id: record.state.depositId,
    added: { kind, businessId, before: null, after: record },
  }));
}

/** Reads the reasons of the records that may have any, a page at a time. `after` is the ID before the page. */
export async function listStatements(
  select: QueryFunction,
  businessId: BusinessId,
  kind: Kind,
  after: string | null,
): Promise<readonly { readonly id: string; readonly statements: Statements }[]> {
  const page = await readPage(select, businessId, kind, after ?? zero);
  return page.flatMap(({ id, added }) =>
    added.after === null ? [] : [{ id, statements: readStatements(kind, added.after) }],
  );
}

/** Stores the reasons of all records of a business. For records that were not folded, as those of the seed. */
export async function storeAllReasons(businessId: BusinessId): Promise<void> {
  for (const kind of ['deposit', 'withdrawal'] as const)
    for (let after: string | undefined = zero; after !== undefined; ) {
      const page: readonly FlaggedRecord[] = await readPage(queryPool, businessId, kind, after);
      await inTransaction((transaction) =>
        storeReviewChanges(
          toPlainTransaction(transaction),
          page.map(({ added }) => added),
        ),
      );
      after = page.at(-1)?.id;
    }
}
