import { AmountText } from '#components/money/amount-text.tsx';
import { ImpliedRates } from '#components/money/implied-rates.tsx';
import { RecordedAmount } from '#components/money/recorded-amount.tsx';
import { ValueWithSource } from '#components/timeline/value-with-source.tsx';
import { Cell, DataTable, HeadCell } from '#components/ui/data-table.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { tPayment, tPaymentValues } from '#lib/messages/payments.ts';
import { findReceivedCoin } from '#lib/payments/model-mismatch.ts';
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

function listLines(payment: PaymentDetail, deposits: readonly DepositDetail[]): readonly AmountLine[] {
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
          hasUnknownCoin: payment.currencyMismatch === true && findReceivedCoin(payment, deposits) === null,
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

type ExpectedActualProps = {
  payment: PaymentDetail;
  /** The deposits of the payment, where the page knows them. They name the coin of the received amount. */
  deposits?: readonly DepositDetail[];
};

/** Compares expected and actual amounts as recorded, in three currencies. It computes nothing. */
export function ExpectedActual({ payment, deposits = [] }: ExpectedActualProps) {
  const unknown = tPaymentValues(payment.recordSeen ? 'notReported' : 'noRecord');
  return (
    <DataTable stacks label={tPayment('amounts.title')} sticky={false} takesFocus>
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
        {listLines(payment, deposits).map(({ id, currency, figures }) => (
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

/** Holds every recorded amount of a payment, folded. Its deposits show the rates that their own amounts imply. */
export function PaymentAmounts({
  payment,
  deposits,
}: {
  payment: PaymentDetail;
  deposits: readonly DepositDetail[];
}) {
  const { displayCurrency, depositCurrency } = payment;
  const rate = calculateImpliedRate(
    'expected',
    [payment.expectedDisplayAmount, displayCurrency],
    [payment.expectedDepositAmount, depositCurrency],
  );
  return (
    <div className="printed-open">
      <Disclosure title={tPayment('amounts.title')}>
        <div className="rounded-lg border border-line [&_tbody_tr:last-child_td]:border-b-0">
          <ExpectedActual payment={payment} deposits={deposits} />
          {rate !== null && deposits.length === 0 && (
            <div className="border-line border-t px-4 py-2">
              <ImpliedRates rates={[rate]} />
            </div>
          )}
        </div>
      </Disclosure>
    </div>
  );
}
