import 'server-only';
import * as z from 'zod';
import { toPlainTransaction } from '#lib/database/statements.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { BusinessId, DepositId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { DepositChange, WithdrawalChange } from '../model/record-change.ts';
import { loadDeposits, loadWithdrawals } from '../rebuild/record-queries.ts';
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

/** `last` is the ID from which the next page goes on. */
type FlaggedPage = { readonly records: readonly FlaggedRecord[]; readonly last: string | undefined };

const idRow = z.array(z.object({ id: z.string() }));

/** The values that are a reason for a case, as a condition on the record, whose parameters begin with `$3`. */
const valueConditions: Readonly<
  Record<Kind, { readonly sql: string; readonly values: readonly (readonly string[])[] }>
> = {
  deposit: {
    sql: '(status = ANY($3::text[]) OR refund_reason = ANY($4::text[]))',
    values: [listValues('deposit', 'status'), listValues('deposit', 'refundReason')],
  },
  withdrawal: { sql: 'status = ANY($3::text[])', values: [listValues('withdrawal', 'status')] },
};

const idSources: Readonly<Record<Kind, readonly string[]>> = {
  deposit: [
    'SELECT deposit_id AS id FROM deposit_risk WHERE business_id = $1::uuid AND deposit_id > $2::uuid',
    `SELECT deposit_id FROM deposit WHERE business_id = $1::uuid AND deposit_id > $2::uuid AND ${valueConditions.deposit.sql}`,
    `SELECT subject_id FROM review_case WHERE business_id = $1::uuid AND subject_kind = 'deposit' AND subject_id > $2::uuid`,
  ],
  withdrawal: [
    `SELECT withdrawal_id AS id FROM withdrawal WHERE business_id = $1::uuid AND withdrawal_id > $2::uuid AND ${valueConditions.withdrawal.sql}`,
    `SELECT subject_id FROM review_case WHERE business_id = $1::uuid AND subject_kind = 'withdrawal' AND subject_id > $2::uuid`,
  ],
};

/**
 * Each source is read in the order of its own key, from the last page on. One statement with a join would read the risk detail
 * from its beginning for every page.
 */
const pageSql = (kind: Kind): string =>
  `${idSources[kind].map((source) => `(${source} ORDER BY 1 LIMIT ${pageSize})`).join(' UNION ')} ORDER BY 1 LIMIT ${pageSize}`;

/** Reads a page of the records with a case or risk detail, or with a value that is a reason for a case, in order of their IDs. */
async function readPage(
  select: QueryFunction,
  businessId: BusinessId,
  kind: Kind,
  after: string,
): Promise<FlaggedPage> {
  const rows = await select(pageSql(kind), [businessId, after, ...valueConditions[kind].values]);
  const ids = idRow.parse(rows).map(({ id }) => id);
  const records: readonly FlaggedRecord[] =
    kind === 'withdrawal'
      ? [...(await loadWithdrawals(select, businessId, ids.map(toId<WithdrawalId>))).values()].map(
          (record) => ({
            id: record.state.withdrawalId,
            added: { kind, businessId, before: null, after: record },
          }),
        )
      : (await loadDeposits(select, businessId, ids.map(toId<DepositId>))).map((record) => ({
          id: record.state.depositId,
          added: { kind, businessId, before: null, after: record },
        }));
  return { records, last: ids.at(-1) };
}

/** Reads the reasons of the records that may have any, a page at a time. `after` is the `last` of the page before. */
export async function listStatements(
  select: QueryFunction,
  businessId: BusinessId,
  kind: Kind,
  after: string | null,
): Promise<{
  readonly records: readonly { readonly id: string; readonly statements: Statements }[];
  readonly last: string | undefined;
}> {
  const { records, last } = await readPage(select, businessId, kind, after ?? zero);
  const present = records.flatMap(({ id, added }) =>
    added.after === null ? [] : [{ id, statements: readStatements(kind, added.after) }],
  );
  return { records: present, last };
}

/** Stores the reasons of all records of a business. For records that were not folded, as those of the seed. */
export async function storeAllReasons(businessId: BusinessId): Promise<void> {
  for (const kind of ['deposit', 'withdrawal'] as const)
    for (let after: string | undefined = zero; after !== undefined; ) {
      const page: FlaggedPage = await readPage(queryPool, businessId, kind, after);
      await inTransaction((transaction) =>
        storeReviewChanges(
          toPlainTransaction(transaction),
          page.records.map(({ added }) => added),
        ),
      );
      after = page.last;
    }
}
