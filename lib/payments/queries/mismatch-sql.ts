import 'server-only';
import * as z from 'zod';
import type { RawRow } from '#lib/database/record-columns.ts';
import type { Mismatch } from '../model-mismatch.ts';
import { listMismatches } from '../model-mismatch.ts';
import { maximumSummedDeposits } from '../schema/deposit-sums.ts';

/**
 * Selects the coin and network of a row's payment and newest deposits, as one JSON value: they show which of the two is wrong.
 * `isMismatched` is the condition that a deposit differs. Only such rows read their deposits, and few of them.
 */
export const mismatchItemSql = (
  isMismatched: string,
  businessId: string,
  paymentId: string,
): string => `CASE WHEN ${isMismatched} THEN (SELECT json_build_object(
    'currencyMismatch', m.currency_mismatch, 'depositCurrency', m.deposit_currency, 'expectedNetwork', m.expected_network,
    'deposits', (SELECT json_agg(json_build_object('status', d.status, 'depositCurrency', d.deposit_currency, 'network', d.network))
      FROM (SELECT status, deposit_currency, network FROM deposit
        WHERE business_id = m.business_id AND payment_id = m.payment_id ORDER BY sort_at DESC, deposit_id DESC
        LIMIT ${maximumSummedDeposits}) d))
  FROM payment m WHERE m.business_id = ${businessId} AND m.payment_id = ${paymentId}) END AS mismatch`;

const text = z.string().nullable();

/** Reads the column of {@link mismatchItemSql}. */
export const mismatchShape = z
  .object({
    currencyMismatch: z.boolean().nullable(),
    depositCurrency: text,
    expectedNetwork: text,
    deposits: z.array(z.object({ status: text, depositCurrency: text, network: text })).nullable(),
  })
  .nullable()
  .transform((found) => (found === null ? [] : listMismatches(found, found.deposits ?? [])));

/** Reads it from a row. */
export const readMismatches = (row: RawRow): readonly Mismatch[] => mismatchShape.parse(row['mismatch']);
