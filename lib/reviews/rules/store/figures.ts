import 'server-only';
import { addressSql } from '#lib/lists/search/indexed-text.ts';
import type { TransferKind } from '../../model-transfers.ts';
import type { Figure } from '../model/rule.ts';

/** SQL columns of a deposit or withdrawal `x`. None of this SQL comes from input. */
type FigureColumns = {
  readonly currency: string;
  /** Columns that report the figure. A rule matches when any of them is over its amount. */
  readonly reported: readonly string[];
  /** Column for totals. Never a callback's figure of a deposit, because it may be cumulative. */
  readonly summed: string;
};

const ofDeposit: Readonly<Record<Figure, FigureColumns>> = {
  coin: {
    currency: 'x.deposit_currency',
    reported: ['x.deposit_amount', 'x.callback_deposit_amount'],
    summed: 'x.deposit_amount',
  },
  display: {
    currency: 'x.display_currency',
    reported: ['x.display_amount', 'x.callback_display_amount'],
    summed: 'x.display_amount',
  },
  settlement: {
    currency: 'x.settlement_currency',
    reported: ['x.settlement_payable_amount', 'x.callback_settlement_amount'],
    summed: 'x.settlement_payable_amount',
  },
  // §2.4: always EUR, so its column may be empty.
  eur: { currency: "'EUR'", reported: ['x.uniform_payable_amount'], summed: 'x.uniform_payable_amount' },
};

const ofWithdrawal: Readonly<Record<Figure, FigureColumns>> = {
  coin: {
    currency: 'x.withdraw_currency',
    reported: ['x.actual_withdraw_amount', 'x.estimated_withdraw_amount'],
    summed: 'coalesce(x.actual_withdraw_amount, x.estimated_withdraw_amount)',
  },
  display: {
    currency: 'x.display_currency',
    reported: ['x.actual_display_amount', 'x.expected_display_amount'],
    summed: 'coalesce(x.actual_display_amount, x.expected_display_amount)',
  },
  settlement: {
    currency: 'x.settlement_currency',
    reported: ['x.deducted_settlement_amount'],
    summed: 'x.deducted_settlement_amount',
  },
  // §6.2: a withdrawal has no EUR figure.
  eur: { currency: 'NULL::text', reported: [], summed: 'NULL::numeric' },
};

export const figureColumns = (subject: TransferKind, figure: Figure): FigureColumns =>
  (subject === 'deposit' ? ofDeposit : ofWithdrawal)[figure];

/** Table of each subject under the alias `x`, with its id and the times when it was received and first stored. */
export const subjectTable: Readonly<
  Record<
    TransferKind,
    {
      readonly table: string;
      readonly id: string;
      readonly at: string;
      readonly known: string;
      /** Condition under which the address, with its tag, identifies one owner. */
      readonly hasOwnAddress: string;
      readonly address: string;
      /** Builds the condition that a row of the business `$1` has this address, for its index. */
      readonly isAddress: (alias: string, other: string) => string;
    }
  >
> = {
  deposit: {
    table: 'deposit x',
    id: 'x.deposit_id',
    at: 'x.sort_at',
    known: 'greatest(x.sort_at, x.first_observed_at)',
    // An unknown network may be XRP or XLM, so NULL is excluded as well.
    hasOwnAddress: `${addressSql('x.from_address')} IS NOT NULL AND x.network NOT IN ('XRP', 'XLM')`,
    address: addressSql('x.from_address'),
    isAddress: (alias, other) =>
      `${alias}.business_id = $1::uuid AND ${addressSql(`${alias}.from_address`)} = ${other}`,
  },
  withdrawal: {
    table: 'withdrawal x',
    id: 'x.withdrawal_id',
    at: 'x.first_received_at',
    known: 'x.first_received_at',
    hasOwnAddress: 'x.to_address_key IS NOT NULL',
    address: 'x.to_address_key',
    isAddress: (alias, other) => `${alias}.business_id = $1::uuid AND ${alias}.to_address_key = ${other}`,
  },
};
