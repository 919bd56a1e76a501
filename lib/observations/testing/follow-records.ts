import * as z from 'zod';
import { toPlainTransaction } from '#lib/database/statements.ts';
import { writtenBusinesses } from '#lib/database/testing/rows.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { storeReviewChanges } from '../effects/review-changes.ts';
import type { RecordChange } from '../model/record-change.ts';
import { toChangeKey } from '../model/record-change.ts';
import { loadPayments, loadWithdrawals } from '../rebuild/record-queries.ts';
import { queryPool } from '../rebuild/verify-queries.ts';

const followed = new Map<BusinessId, ReadonlyMap<string, RecordChange>>();

let last: Promise<void> = Promise.resolve();

/**
 * Stores the reasons for review cases of records that a test wrote as rows since the last call, as the fold does: one change
 * for each record.
 */
export function followRecords(): Promise<void> {
  last = last.then(async () => {
    for (const { businessId, state } of await readStates()) {
      if (states.get(businessId) !== state) await followBusiness(businessId);
      states.set(businessId, state);
    }
  });
  return last;
}

const states = new Map<BusinessId, string>();
const stateRows = z.array(z.object({ id: z.string(), state: z.string() }));

/** Returns a text for each business that differs once a row was written, because a file has more businesses than change. */
async function readStates(): Promise<readonly { readonly businessId: BusinessId; readonly state: string }[]> {
  const rows = await queryPool(
    `SELECT business_id::text AS id, concat_ws(' ', count(*), sum(xmin::text::bigint), max(xmin::text::bigint)) AS state
       FROM (SELECT business_id, xmin FROM payment UNION ALL SELECT business_id, xmin FROM deposit
             UNION ALL SELECT business_id, xmin FROM withdrawal UNION ALL SELECT business_id, xmin FROM deposit_risk
             UNION ALL SELECT business_id, xmin FROM withdrawal_risk) AS record
      WHERE business_id = ANY($1::uuid[]) GROUP BY 1`,
    [[...writtenBusinesses()]],
  );
  return stateRows.parse(rows).map(({ id, state }) => ({ businessId: toId<BusinessId>(id), state }));
}

async function followBusiness(businessId: BusinessId): Promise<void> {
  const past = followed.get(businessId) ?? new Map<string, RecordChange>();
  const present = new Map((await loadRecords(businessId)).map((one) => [toChangeKey(one), one]));
  followed.set(businessId, present);
  const changes = [...present].map(([key, one]) => beginAt(one, past.get(key)));
  await inTransaction((transaction) => storeReviewChanges(toPlainTransaction(transaction), changes));
}

/** Returns the change from an earlier state of the record. */
function beginAt(one: RecordChange, past: RecordChange | undefined): RecordChange {
  if (one.kind === 'payment') return { ...one, before: past?.kind === 'payment' ? past.after : null };
  if (one.kind === 'deposit') return { ...one, before: past?.kind === 'deposit' ? past.after : null };
  return { ...one, before: past?.kind === 'withdrawal' ? past.after : null };
}

const idRows = z.array(z.object({ id: z.string() }));

async function loadRecords(businessId: BusinessId): Promise<readonly RecordChange[]> {
  const listIds = async (sql: string) => idRows.parse(await queryPool(sql, [businessId])).map(({ id }) => id);
  const payments = await loadPayments(
    queryPool,
    businessId,
    (
      await listIds(
        `SELECT payment_id::text AS id FROM payment WHERE business_id = $1 UNION SELECT payment_id::text FROM deposit WHERE business_id = $1`,
      )
    ).map((id) => toId(id)),
  );
  const withdrawals = await loadWithdrawals(
    queryPool,
    businessId,
    (await listIds(`SELECT withdrawal_id::text AS id FROM withdrawal WHERE business_id = $1`)).map((id) =>
      toId(id),
    ),
  );
  const added = { businessId, before: null } as const;
  return [
    ...[...payments.values()].flatMap(({ payment, deposits }): RecordChange[] => [
      ...(payment === null ? [] : [{ ...added, kind: 'payment' as const, after: payment }]),
      ...deposits.map((after) => ({ ...added, kind: 'deposit' as const, after })),
    ]),
    ...[...withdrawals.values()].map((after): RecordChange => ({ ...added, kind: 'withdrawal', after })),
  ];
}
