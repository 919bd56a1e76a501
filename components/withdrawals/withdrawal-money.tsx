import { AllAmounts } from '#components/money/all-amounts.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { ImpliedRates } from '#components/money/implied-rates.tsx';
import { ValueWithSource } from '#components/timeline/value-with-source.tsx';
import { Cell, DataTable, HeadCell } from '#components/ui/data-table.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tWithdrawal } from '#lib/messages/withdrawals.ts';
import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { calculateImpliedRate } from '#lib/values/implied-rate.ts';
import type { WithdrawalDetail } from '#lib/withdrawals/schema.ts';

type Figure = { readonly field: string; readonly amount: Amount | SignedAmount | null } | null;
type Line = {
  readonly key: 'expected' | 'actual' | 'fee' | 'depegLoss' | 'deducted';
  readonly figures: readonly [Figure, Figure, Figure];
};

function listLines(withdrawal: WithdrawalDetail): readonly Line[] {
  const figure = (field: keyof WithdrawalDetail, amount: Amount | SignedAmount | null): Figure => ({
    field,
    amount,
  });
  return [
    {
      key: 'expected',
      figures: [
        figure('expectedDisplayAmount', withdrawal.expectedDisplayAmount),
        figure('estimatedWithdrawAmount', withdrawal.estimatedWithdrawAmount),
        null,
      ],
    },
    {
      key: 'actual',
      figures: [
        figure('actualDisplayAmount', withdrawal.actualDisplayAmount),
        figure('actualWithdrawAmount', withdrawal.actualWithdrawAmount),
        null,
      ],
    },
    {
      key: 'fee',
      figures: [
        figure('displayFee', withdrawal.displayFee),
        figure('withdrawFee', withdrawal.withdrawFee),
        null,
      ],
    },
    {
      key: 'depegLoss',
      figures: [
        figure('displayRateDepegLossAmount', withdrawal.displayRateDepegLossAmount),
        null,
        figure('settlementRateDepegLossAmount', withdrawal.settlementRateDepegLossAmount),
      ],
    },
    {
      key: 'deducted',
      figures: [null, null, figure('deductedSettlementAmount', withdrawal.deductedSettlementAmount)],
    },
  ];
}

/** Returns the rate between the display currency and the coin: as sent, else as requested. */
const findRate = (withdrawal: WithdrawalDetail) =>
  calculateImpliedRate(
    'actual',
    [withdrawal.actualDisplayAmount, withdrawal.displayCurrency],
    [withdrawal.actualWithdrawAmount, withdrawal.withdrawCurrency],
  ) ??
  calculateImpliedRate(
    'expected',
    [withdrawal.expectedDisplayAmount, withdrawal.displayCurrency],
    [withdrawal.estimatedWithdrawAmount, withdrawal.withdrawCurrency],
  );

/** Returns whether a depeg loss other than zero is reported. */
const hasDepegLoss = ({ displayRateDepegLossAmount, settlementRateDepegLossAmount }: WithdrawalDetail) =>
  [displayRateDepegLossAmount, settlementRateDepegLossAmount].some(
    (loss) => loss !== null && /[1-9]/.test(loss),
  );

/** Shows the implied rate of a withdrawal, and all its amounts as received on request. A depeg loss opens them. */
export function WithdrawalMoney({ withdrawal }: { withdrawal: WithdrawalDetail }) {
  return (
    <div className="flex flex-col gap-2">
      <ImpliedRates rates={[findRate(withdrawal)]} />
      <AllAmounts isOpen={hasDepegLoss(withdrawal)}>
        <MoneyTable withdrawal={withdrawal} />
      </AllAmounts>
    </div>
  );
}

/** Shows a withdrawal's amounts in display currency, coin and settlement currency, as received. */
function MoneyTable({ withdrawal }: { withdrawal: WithdrawalDetail }) {
  const columns = [
    { label: tWithdrawal('money.columns.display'), currency: withdrawal.displayCurrency },
    { label: tWithdrawal('money.columns.coin'), currency: withdrawal.withdrawCurrency },
    { label: tWithdrawal('money.columns.settlement'), currency: withdrawal.settlementCurrency },
  ];
  return (
    <DataTable stacks label={tWithdrawal('money.label')} sticky={false} takesFocus>
      <thead>
        <tr>
          <HeadCell>
            <span className="sr-only">{tWithdrawal('money.rowHead')}</span>
          </HeadCell>
          {columns.map(({ label, currency }) => (
            <HeadCell key={label} numeric>
              {label} {currency && <span className="text-ink">{currency}</span>}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {listLines(withdrawal).map(({ key, figures }) => (
          <tr key={key}>
            <th
              scope="row"
              aria-description={tWithdrawal(`money.hints.${key}`)}
              className="whitespace-nowrap border-line border-b [tr:last-child_&]:border-b-0 ps-4 pe-3 text-start font-normal text-muted text-sm"
            >
              {tWithdrawal(`money.rows.${key}`)}
            </th>
            {figures.map((figure, at) => (
              <Cell key={columns[at]?.label} numeric>
                {figure === null ? (
                  <UnknownValue reason={tWithdrawal('money.notInInterface')} />
                ) : (
                  <ValueWithSource
                    provenance={withdrawal.provenance}
                    field={figure.field}
                    unknown={tWithdrawal('money.notReported')}
                  >
                    {figure.amount === null ? null : (
                      <AmountText amount={figure.amount} currency={columns[at]?.currency} hideCurrency />
                    )}
                  </ValueWithSource>
                )}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
