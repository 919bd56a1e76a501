'use client';

import { AmountText } from '#components/money/amount-text.tsx';
import { SourcedValue } from '#components/timeline/known.tsx';
import { Cell, DataTable, HeadCell } from '#components/ui/data-table.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import type { WithdrawalDetail } from '#lib/withdrawals/schema.ts';

type Figure = { readonly field: string; readonly amount: Amount | SignedAmount | null } | null;
type Line = {
  readonly label: string;
  readonly hint: string;
  readonly figures: readonly [Figure, Figure, Figure];
};

function linesOf(withdrawal: WithdrawalDetail): readonly Line[] {
  const figure = (field: keyof WithdrawalDetail, amount: Amount | SignedAmount | null): Figure => ({
    field,
    amount,
  });
  return [
    {
      label: 'Expected, estimated',
      hint: 'What was requested in the display currency, and the estimate in the coin',
      figures: [
        figure('expectedDisplayAmount', withdrawal.expectedDisplayAmount),
        figure('estimatedWithdrawAmount', withdrawal.estimatedWithdrawAmount),
        null,
      ],
    },
    {
      label: 'Actual',
      hint: 'What was withdrawn, as received',
      figures: [
        figure('actualDisplayAmount', withdrawal.actualDisplayAmount),
        figure('actualWithdrawAmount', withdrawal.actualWithdrawAmount),
        null,
      ],
    },
    {
      label: 'Blockchain fee',
      hint: 'displayFee and withdrawFee, as received',
      figures: [
        figure('displayFee', withdrawal.displayFee),
        figure('withdrawFee', withdrawal.withdrawFee),
        null,
      ],
    },
    {
      label: 'Depeg loss',
      hint: 'It may carry a sign',
      figures: [
        figure('displayRateDepegLossAmount', withdrawal.displayRateDepegLossAmount),
        null,
        figure('settlementRateDepegLossAmount', withdrawal.settlementRateDepegLossAmount),
      ],
    },
    {
      label: 'Deducted',
      hint: 'What was debited in the settlement currency',
      figures: [null, null, figure('deductedSettlementAmount', withdrawal.deductedSettlementAmount)],
    },
  ];
}

/** A withdrawal's money in display currency, coin and settlement currency: each figure as received. */
export function WithdrawalMoney({ withdrawal }: { withdrawal: WithdrawalDetail }) {
  const columns = [
    { label: 'Display', currency: withdrawal.displayCurrency },
    { label: 'Coin', currency: withdrawal.withdrawCurrency },
    { label: 'Settlement', currency: withdrawal.settlementCurrency },
  ];
  return (
    <DataTable label="Amounts of the withdrawal" sticky={false} takesFocus>
      <thead>
        <tr>
          <HeadCell>
            <span className="sr-only">Amount</span>
          </HeadCell>
          {columns.map(({ label, currency }) => (
            <HeadCell key={label} numeric>
              {label} {currency && <span className="text-ink">{currency}</span>}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {linesOf(withdrawal).map(({ label, hint, figures }) => (
          <tr key={label}>
            <th
              scope="row"
              title={hint}
              className="whitespace-nowrap border-line border-b [tr:last-child_&]:border-b-0 pr-3 pl-4 text-left font-normal text-muted text-sm"
            >
              {label}
            </th>
            {figures.map((figure, at) => (
              <Cell key={columns[at]?.label} numeric>
                {figure === null ? (
                  <Unknown reason="The interface has no such amount." />
                ) : (
                  <SourcedValue
                    provenance={withdrawal.provenance}
                    field={figure.field}
                    unknown="The callback does not tell it; one that failed or is blocked may have none."
                  >
                    {figure.amount === null ? null : (
                      <AmountText amount={figure.amount} currency={columns[at]?.currency} hideCurrency />
                    )}
                  </SourcedValue>
                )}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
