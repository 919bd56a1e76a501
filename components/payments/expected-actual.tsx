import { AmountText } from '#components/money/amount-text.tsx';
import { ImpliedRates } from '#components/money/implied-rates.tsx';
import { RecordedAmount } from '#components/money/recorded-amount.tsx';
import { ValueWithSource } from '#components/timeline/value-with-source.tsx';
import { Cell, DataTable, HeadCell } from '#components/ui/data-table.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tPayment } from '#lib/messages/payment.ts';
import { findActualDepositCurrency } from '#lib/payments/model.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import type { Amount } from '#lib/values/amount.ts';
import { calculateImpliedRate } from '#lib/values/implied-rate.ts';

type Figure = {
  readonly field: string;
  readonly amount: Amount | null;
  /** The coin of the amount is unknown. */
  readonly hasUnknownCoin?: boolean;
} | null;
type AmountLine = {
  readonly id: 'display' | 'deposit' | 'uniform';
  readonly currency: string | null;
  /** In the order of `columns`. */
  readonly figures: readonly Figure[];
};

const columns = ['expected', 'actual', 'expectedFee', 'actualFee'] as const;

function listLines(payment: PaymentDetail): readonly AmountLine[] {
  return [
    {
      id: 'display',
      currency: payment.displayCurrency,
      figures: [
        { field: 'expectedDisplayAmount', amount: payment.expectedDisplayAmount },
        { field: 'actualDisplayAmount', amount: payment.actualDisplayAmount },
        {
          field: 'expectedDisplayDistributedUserServiceFee',
          amount: payment.expectedDisplayDistributedUserServiceFee,
        },
        {
          field: 'actualDisplayDistributedUserServiceFee',
          amount: payment.actualDisplayDistributedUserServiceFee,
        },
      ],
    },
    {
      id: 'deposit',
      currency: payment.depositCurrency,
      figures: [
        { field: 'expectedDepositAmount', amount: payment.expectedDepositAmount },
        {
          field: 'actualDepositAmount',
          amount: payment.actualDepositAmount,
          hasUnknownCoin: payment.currencyMismatch === true,
        },
        {
          field: 'expectedDepositDistributedUserServiceFee',
          amount: payment.expectedDepositDistributedUserServiceFee,
        },
        {
          field: 'actualDepositDistributedUserServiceFee',
          amount: payment.actualDepositDistributedUserServiceFee,
        },
      ],
    },
    {
      id: 'uniform',
      currency: 'EUR',
      figures: [
        { field: 'expectedUniformAmount', amount: payment.expectedUniformAmount },
        { field: 'actualUniformAmount', amount: payment.actualUniformAmount },
        null,
        null,
      ],
    },
  ];
}

/** Compares expected and actual amounts as recorded, in three currencies. It computes nothing. */
export function ExpectedActual({ payment }: { payment: PaymentDetail }) {
  const unknown = tPayment(payment.recordSeen ? 'notReported' : 'noRecord');
  return (
    <DataTable label={tPayment('amounts.title')} sticky={false} takesFocus>
      <thead>
        <tr>
          <HeadCell>
            <span className="sr-only">{tPayment('amounts.currency')}</span>
          </HeadCell>
          {columns.map((column) => (
            <HeadCell key={column} numeric>
              {tPayment(`amounts.columns.${column}`)}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {listLines(payment).map(({ id, currency, figures }) => (
          <tr key={id}>
            <th
              scope="row"
              aria-description={tPayment(`amounts.hints.${id}`)}
              className="whitespace-nowrap border-line border-b [tr:last-child_&]:border-b-0 ps-4 pe-3 text-start font-normal text-muted text-sm"
            >
              {tPayment(`amounts.rows.${id}`)}
            </th>
            {figures.map((figure, index) => (
              <Cell key={columns[index]} numeric>
                {figure === null ? (
                  <UnknownValue reason={tPayment('amounts.notProvided')} />
                ) : (
                  <ValueWithSource provenance={payment.provenance} field={figure.field} unknown={unknown}>
                    {figure.amount === null ? null : figure.hasUnknownCoin ? (
                      <RecordedAmount
                        recorded={{ amount: figure.amount, currency: null }}
                        unknown={unknown}
                      />
                    ) : (
                      <AmountText amount={figure.amount} currency={currency} />
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

/** Shows the rates that the expected and the actual amounts imply, between display currency and coin. */
export function PaymentRates({ payment }: { payment: PaymentDetail }) {
  const { displayCurrency, depositCurrency } = payment;
  const rates = [
    calculateImpliedRate(
      'expected',
      [payment.expectedDisplayAmount, displayCurrency],
      [payment.expectedDepositAmount, depositCurrency],
    ),
    calculateImpliedRate(
      'actual',
      [payment.actualDisplayAmount, displayCurrency],
      [payment.actualDepositAmount, findActualDepositCurrency(payment)],
    ),
  ];
  return rates.some((rate) => rate !== null) ? (
    <div className="border-line border-t px-4 py-2">
      <ImpliedRates rates={rates} />
    </div>
  ) : null;
}
