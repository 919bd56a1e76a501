'use client';

import { AmountText } from '#components/money/amount-text.tsx';
import { SourcedValue } from '#components/timeline/known.tsx';
import { Cell, DataTable, HeadCell } from '#components/ui/data-table.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import type { Amount, SignedAmount } from '#lib/values/amount.ts';

type Figure = {
  readonly field: string;
  readonly amount: Amount | SignedAmount | null;
  /** Where it is not surely that of the column: shown beside the amount. */
  readonly currency?: string | null;
} | null;
type Line = {
  readonly label: string;
  readonly hint: string;
  readonly figures: readonly [Figure, Figure, Figure];
};

/** Rows and columns as the record has them; null where the interface has no such field. */
function linesOf(deposit: DepositDetail): readonly Line[] {
  const figure = (field: keyof DepositDetail, amount: Amount | SignedAmount | null): Figure => ({
    field,
    amount,
  });
  return [
    {
      label: 'Deposited',
      hint: 'What was deposited, as received',
      figures: [figure('displayAmount', deposit.displayAmount), null, null],
    },
    {
      label: 'Service fee',
      hint: 'The service’s commission, as received',
      figures: [
        figure('displayServiceFee', deposit.displayServiceFee),
        figure('settlementServiceFee', deposit.settlementServiceFee),
        figure('uniformServiceFee', deposit.uniformServiceFee),
      ],
    },
    {
      label: 'Distributed to payer',
      hint: 'The part of the service fee that the payer bears, as received',
      figures: [
        figure('displayDistributedUserServiceFee', deposit.displayDistributedUserServiceFee),
        figure('settlementDistributedUserServiceFee', deposit.settlementDistributedUserServiceFee),
        figure('uniformDistributedUserServiceFee', deposit.uniformDistributedUserServiceFee),
      ],
    },
    {
      label: 'Depeg loss',
      hint: 'Loss from the depeg of deposit and display currency; it may carry a sign',
      figures: [
        figure('displayRateDepegLossAmount', deposit.displayRateDepegLossAmount),
        figure('settlementRateDepegLossAmount', deposit.settlementRateDepegLossAmount),
        figure('uniformRateDepegLossAmount', deposit.uniformRateDepegLossAmount),
      ],
    },
    {
      label: 'Credited',
      hint: 'The payable amount, as received; never reckoned from the rows above',
      figures: [
        figure('displayPayableAmount', deposit.displayPayableAmount),
        figure('settlementPayableAmount', deposit.settlementPayableAmount),
        figure('uniformPayableAmount', deposit.uniformPayableAmount),
      ],
    },
  ];
}

/** What only the deposit callback carries, beside the record's figures and never in their place (§6.1). */
function callbackLinesOf(deposit: DepositDetail): readonly Line[] {
  const lines: readonly Line[] = [
    {
      label: 'Callback: actual',
      hint: 'actualDisplayAmount of the callback. Whether it is of this deposit or of the whole payment is not said',
      figures: [{ field: 'callbackDisplayAmount', amount: deposit.callbackDisplayAmount }, null, null],
    },
    {
      label: 'Callback: settlement',
      hint: 'settlementAmount of the callback. It is not settlementPayableAmount of the record',
      figures: [null, { field: 'callbackSettlementAmount', amount: deposit.callbackSettlementAmount }, null],
    },
    {
      label: 'Callback: depeg loss',
      hint: 'displayRateDepegLossAmount of the callback, “stated for deposit currency”: its unit is an assumption',
      figures: [
        {
          field: 'callbackDisplayDepegLoss',
          amount: deposit.callbackDisplayDepegLoss,
          currency: deposit.callbackDepegCurrency,
        },
        null,
        null,
      ],
    },
  ];
  return lines.filter((line) => line.figures.some((figure) => figure !== null && figure.amount !== null));
}

/** A deposit's money in display currency, settlement currency and EUR: each figure as received, none derived. */
export function MoneyTable({ deposit }: { deposit: DepositDetail }) {
  const columns = [
    { label: 'Display', currency: deposit.displayCurrency },
    { label: 'Settlement', currency: deposit.settlementCurrency },
    { label: 'Uniform', currency: deposit.uniformCurrency ?? 'EUR' },
  ];
  const lines = [...linesOf(deposit), ...callbackLinesOf(deposit)];
  return (
    <DataTable label="Amounts of the deposit" sticky={false} takesFocus density="compact">
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
        {lines.map(({ label, hint, figures }) => (
          <tr key={label} className={label === 'Credited' ? 'font-semibold' : undefined}>
            <th
              scope="row"
              title={hint}
              className="whitespace-nowrap border-line border-b [tr:last-child_&]:border-b-0 py-1 pr-3 pl-4 text-left font-normal text-muted text-sm"
            >
              {label}
            </th>
            {figures.map((figure, at) => (
              <Cell key={columns[at]?.label} numeric>
                <FigureCell deposit={deposit} figure={figure} currency={columns[at]?.currency ?? null} />
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}

function FigureCell({
  deposit,
  figure,
  currency,
}: {
  deposit: DepositDetail;
  figure: Figure;
  currency: string | null;
}) {
  if (!figure) return <Unknown reason="The interface has no such amount." />;
  const unknown = deposit.recordSeen
    ? 'The service has not told it.'
    : 'The callback does not tell it, and no read has yet.';
  return (
    <SourcedValue provenance={deposit.provenance} field={figure.field} unknown={unknown}>
      {figure.amount === null ? null : (
        <AmountText
          amount={figure.amount}
          currency={figure.currency === undefined ? currency : figure.currency}
          hideCurrency={figure.currency === undefined || figure.currency === currency}
        />
      )}
    </SourcedValue>
  );
}
