import 'server-only';
import { tStatementFiles, tStatements } from '#lib/messages/statements.ts';
import type { StatementFigures } from '#lib/statements/schema.ts';
import type { SignedAmount } from '#lib/values/amount.ts';

/** Returns what the figures of a statement rest on, and what they leave out, as sentences. */
export const listStatementNotes = ({
  countsCallbacks,
  withoutCurrency,
}: StatementFigures): readonly string[] => [
  ...(countsCallbacks ? [tStatements('countsCallbacks')] : []),
  ...(withoutCurrency > 0
    ? [tStatements('withoutCurrency', { count: withoutCurrency, deposits: String(withoutCurrency) })]
    : []),
];

type RefundLine = {
  readonly label: string;
  /** Null: a fee has the count of its refunds. */
  readonly count: number | null;
  readonly amount: SignedAmount | null;
  readonly coin: string;
  /** Without an amount there is only a count. */
  readonly hasAmount: boolean;
};

/** Returns the refunds beside a statement: amount and fee by coin, and the counts of those in no coin's sum. */
export function listRefundLines({ refunds, refundsWithout }: StatementFigures): readonly RefundLine[] {
  const without = [
    [tStatements('refunds.withoutCurrency'), refundsWithout.currency],
    [tStatements('refunds.withoutDate'), refundsWithout.date],
  ] as const;
  return [
    ...refunds.flatMap(({ coin, count, amount, fee }) => {
      const label = coin === '' ? tStatements('refunds.unknownCoin') : coin;
      return [
        { label, count, amount, coin, hasAmount: true },
        {
          label: tStatementFiles('refundFee', { coin: label }),
          count: null,
          amount: fee,
          coin,
          hasAmount: true,
        },
      ];
    }),
    ...without.flatMap(([label, count]) =>
      count === 0 ? [] : [{ label, count, amount: null, coin: '', hasAmount: false }],
    ),
  ];
}
