import 'server-only';
import * as z from 'zod';
import { millisecondsSql } from '#lib/database/columns.ts';
import { depositDefinition, reportedDepositAmount } from '#lib/deposits/index.ts';
import { countRows } from '#lib/lists/count-rows.ts';
import type { ListDefinition } from '#lib/lists/definition.ts';
import { isFilterValue } from '#lib/lists/model/filter-values.ts';
import { listAddress, wholeList } from '#lib/lists/model/query.ts';
import { readPage } from '#lib/lists/read-page.ts';
import { paymentDefinition } from '#lib/payments/index.ts';
import { parseAmount } from '#lib/values/amount.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { provisionals } from '#lib/values/provisional.ts';
import { reportedWithdrawalAmount, withdrawalDefinition } from '#lib/withdrawals/index.ts';
import type {
  LinkedRecord,
  LinkedRecordGroup,
  LinkedRecordKind,
  Relation,
} from '../schema/linked-records.ts';

/** Number of rows per group on the page. The linked list shows all. */
const groupSize = 5;
/** Counting stops here. The linked list counts further. */
const maxCount = 1_000;

const linkedRow = z
  .object({
    id: z.string(),
    reference: z.string().nullable(),
    status: z.string().nullable(),
    amount: z.string().nullable(),
    provisional: z.enum(provisionals).nullable(),
    currency: z.string().nullable(),
    at: z.string(),
  })
  .transform(
    ({ amount, at, ...rest }): LinkedRecord => ({
      ...rest,
      amount: amount === null ? null : parseAmount(amount),
      at: instant(Number(at)),
    }),
  );

const kinds: Readonly<Record<LinkedRecordKind, { definition: ListDefinition; select: string }>> = {
  payment: {
    definition: paymentDefinition,
    select: `p.payment_id::text AS id, p.client_payment_id AS reference, p.status,
      trim_scale(coalesce(p.expected_display_amount, p.expected_deposit_amount))::text AS amount, NULL AS provisional,
      CASE WHEN p.expected_display_amount IS NULL THEN p.deposit_currency ELSE p.display_currency END AS currency,
      ${millisecondsSql('p.sort_at')} AS at`,
  },
  deposit: {
    definition: depositDefinition,
    select: `d.deposit_id::text AS id, d.status, d.deposit_currency AS currency, ${millisecondsSql('d.sort_at')} AS at,
      (SELECT p.client_payment_id FROM payment p
        WHERE p.business_id = d.business_id AND p.payment_id = d.payment_id) AS reference,
      ${reportedDepositAmount}`,
  },
  withdrawal: {
    definition: withdrawalDefinition,
    select: `w.withdrawal_id::text AS id, w.client_withdrawal_id AS reference, w.status,
      ${reportedWithdrawalAmount}, w.withdraw_currency AS currency, ${millisecondsSql('w.first_received_at')} AS at`,
  },
};

/** The filters of a group. They are the list's own, so that the linked list has the same rows. */
export type LinkedRecordFilter = {
  readonly relation: Relation;
  readonly kind: LinkedRecordKind;
  /** Null if the value is not reported. */
  readonly exact: Readonly<Record<string, string | null>>;
  /** Records that the page shows already. */
  readonly except: readonly string[];
};

/**
 * Returns the newest records of a group and the number of others, or null without matches or values. The caller
 * checks the permission.
 */
export async function readLinkedRecordGroup(
  businessId: BusinessId,
  { relation, kind, exact, except }: LinkedRecordFilter,
): Promise<LinkedRecordGroup | null> {
  const reported = Object.entries(exact).flatMap(([name, value]) =>
    value !== null && isFilterValue(value) ? [[name, value] as const] : [],
  );
  if (reported.length < Object.keys(exact).length) return null;
  const { definition, select } = kinds[kind];
  const all = { ...wholeList, exact: Object.fromEntries(reported) };
  const query = { ...all, except };
  const page = await readPage(definition, {
    businessId,
    query,
    size: groupSize,
    select,
    read: (one) => linkedRow.parse(one),
  });
  if (page.rows.length === 0) return null;
  const group = { relation, kind, rows: page.rows, address: listAddress(all) };
  if (page.after === null) return { ...group, more: 0, atLeast: false, listed: null };
  // Counts with an index. Leaving out the excepted rows would read every row.
  const [listed, excepted] = await Promise.all([
    countRows(definition, businessId, all, maxCount),
    except.length === 0 ? null : countRows(definition, businessId, { ...all, only: except }),
  ]);
  // A count that takes too long is a lower limit. The page has at least one row after it.
  const more = Math.max(1, listed.count - (excepted?.count ?? 0) - page.rows.length);
  return { ...group, more, atLeast: listed.more, listed };
}
