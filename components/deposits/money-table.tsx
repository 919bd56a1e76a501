import { AmountText } from '#components/money/amount-text.tsx';
import { ValueWithSource } from '#components/timeline/value-with-source.tsx';
import { Cell, DataTable, HeadCell } from '#components/ui/data-table.tsx';
import { UnreportedFields } from '#components/ui/reported-facts.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { tDeposit } from '#lib/messages/deposits.ts';
import type { Amount, SignedAmount } from '#lib/values/amount.ts';

type Figure = {
  readonly field: string;
  readonly amount: Amount | SignedAmount | null;
  /** Shown beside the amount when it can differ from the currency of the column. */
  readonly currency?: string | null;
} | null;
type RowKey =
  | 'deposited'
  | 'serviceFee'
  | 'distributedFee'
  | 'depegLoss'
  | 'credited'
  | 'callbackAmount'
  | 'callbackSettlement'
  | 'callbackDepegLoss';
type Line = {
  readonly key: RowKey;
  readonly figures: readonly [Figure, Figure, Figure];
};

const hasAmount = ({ figures }: Line): boolean =>
  figures.some((figure) => figure !== null && figure.amount !== null);

/** Returns the amounts of the record. Null marks a combination that the interface doesn't have. */
function listRecordLines(deposit: DepositDetail): readonly Line[] {
  const figure = (field: keyof DepositDetail, amount: Amount | SignedAmount | null): Figure => ({
    field,
    amount,
  });
  return [
    {
      key: 'deposited',
      figures: [figure('displayAmount', deposit.displayAmount), null, null],
    },
    {
      key: 'serviceFee',
      figures: [
        figure('displayServiceFee', deposit.displayServiceFee),
        figure('settlementServiceFee', deposit.settlementServiceFee),
        figure('uniformServiceFee', deposit.uniformServiceFee),
      ],
    },
    {
      key: 'distributedFee',
      figures: [
        figure('displayDistributedUserServiceFee', deposit.displayDistributedUserServiceFee),
        figure('settlementDistributedUserServiceFee', deposit.settlementDistributedUserServiceFee),
        figure('uniformDistributedUserServiceFee', deposit.uniformDistributedUserServiceFee),
      ],
    },
    {
      key: 'depegLoss',
      figures: [
        figure('displayRateDepegLossAmount', deposit.displayRateDepegLossAmount),
        figure('settlementRateDepegLossAmount', deposit.settlementRateDepegLossAmount),
        figure('uniformRateDepegLossAmount', deposit.uniformRateDepegLossAmount),
      ],
    },
    {
      key: 'credited',
      figures: [
        figure('displayPayableAmount', deposit.displayPayableAmount),
        figure('settlementPayableAmount', deposit.settlementPayableAmount),
        figure('uniformPayableAmount', deposit.uniformPayableAmount),
      ],
    },
  ];
}

/** Returns the amounts that only the deposit callback has. They never replace those of the record (§6.1). */
function listCallbackLines(deposit: DepositDetail): readonly Line[] {
  const lines: readonly Line[] = [
    {
      key: 'callbackAmount',
      figures: [{ field: 'callbackDisplayAmount', amount: deposit.callbackDisplayAmount }, null, null],
    },
    {
      key: 'callbackSettlement',
      figures: [null, { field: 'callbackSettlementAmount', amount: deposit.callbackSettlementAmount }, null],
    },
    {
      key: 'callbackDepegLoss',
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
  return lines.filter(hasAmount);
}

/** Shows a deposit's amounts in display currency, settlement currency and EUR, as received. None is calculated. */
export function MoneyTable({
  deposit,
  collapse = false,
}: {
  deposit: DepositDetail;
  /** Replaces rows without any amount by their number. */
  collapse?: boolean;
}) {
  const columns = [
    { label: tDeposit('money.columns.display'), currency: deposit.displayCurrency },
    { label: tDeposit('money.columns.settlement'), currency: deposit.settlementCurrency },
    // The label names EUR, the only uniform currency of the interface (§2.4).
    { label: tDeposit('money.columns.uniform'), currency: deposit.uniformCurrency ?? 'EUR' },
  ];
  const all = [...listRecordLines(deposit), ...listCallbackLines(deposit)];
  const lines = collapse ? all.filter(hasAmount) : all;
  const unreported = all.filter((line) => !lines.includes(line));
  const table = (
    <DataTable stacks label={tDeposit('money.label')} sticky={false} takesFocus density="compact">
      <thead>
        <tr>
          <HeadCell>
            <span className="sr-only">{tDeposit('money.rowHead')}</span>
          </HeadCell>
          {columns.map(({ label, currency }) => (
            <HeadCell key={label} numeric>
              {label}{' '}
              {currency !== null && !label.startsWith(currency) && (
                <span className="text-ink">{currency}</span>
              )}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, figures }) => (
          <tr key={key} className={key === 'credited' ? 'font-semibold' : undefined}>
            <th
              scope="row"
              aria-description={tDeposit(`money.hints.${key}`)}
              className="whitespace-nowrap border-line border-b [tr:last-child_&]:border-b-0 py-1 ps-4 pe-3 text-start font-normal text-muted text-sm"
            >
              {tDeposit(`money.rows.${key}`)}
              {(key === 'credited' || key === 'callbackSettlement') && (
                <span className="block text-faint text-xs">{tDeposit(`money.notes.${key}`)}</span>
              )}
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
  if (unreported.length === 0) return table;
  return (
    <>
      {lines.length > 0 && table}
      <div className="px-4 pt-1">
        <UnreportedFields labels={unreported.map(({ key }) => tDeposit(`money.rows.${key}`))} />
      </div>
    </>
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
  if (!figure) return <UnknownValue reason={tDeposit('money.notInInterface')} />;
  const unknown = tDeposit(deposit.recordSeen ? 'money.notReported' : 'money.notInCallback');
  return (
    <ValueWithSource provenance={deposit.provenance} field={figure.field} unknown={unknown}>
      {figure.amount === null ? null : (
        <AmountText
          amount={figure.amount}
          currency={figure.currency === undefined ? currency : figure.currency}
          hideCurrency={figure.currency === undefined || figure.currency === currency}
        />
      )}
    </ValueWithSource>
  );
}
