'use client';

import { AmountText } from '#components/money/amount-text.tsx';
import { RecordedAmount } from '#components/money/recorded-amount.tsx';
import { SourcedValue } from '#components/timeline/known.tsx';
import { Cell, DataTable, HeadCell } from '#components/ui/data-table.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import type { Amount } from '#lib/values/amount.ts';

type Figure = {
  readonly field: string;
  readonly amount: Amount | null;
  /** Nobody knows in which coin it is. */
  readonly inOtherCoin?: boolean;
} | null;
type Line = {
  readonly label: string;
  readonly hint: string;
  readonly currency: string | null;
  /** Expected, actual, the payer's fee expected, the payer's fee actual. */
  readonly figures: readonly Figure[];
};

const heads = ['Expected', 'Actual', 'Payer’s fee, expected', 'Payer’s fee, actual'] as const;

function linesOf(payment: PaymentDetail): readonly Line[] {
  return [
    {
      label: 'Display',
      hint: 'In the currency of the price',
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
      label: 'Deposit',
      hint: 'In the chosen coin',
      currency: payment.depositCurrency,
      figures: [
        { field: 'expectedDepositAmount', amount: payment.expectedDepositAmount },
        {
          field: 'actualDepositAmount',
          amount: payment.actualDepositAmount,
          inOtherCoin: payment.currencyMismatch === true,
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
      label: 'Uniform',
      hint: 'In EUR',
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

/** Expected against actual as recorded, in three currencies. Nothing in it is reckoned. */
export function ExpectedActual({ payment }: { payment: PaymentDetail }) {
  const unknown = payment.recordSeen ? 'The record does not tell it.' : 'No record has been read yet.';
  return (
    <DataTable label="Expected against actual" sticky={false} takesFocus>
      <thead>
        <tr>
          <HeadCell>
            <span className="sr-only">Currency</span>
          </HeadCell>
          {heads.map((head) => (
            <HeadCell key={head} numeric>
              {head}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {linesOf(payment).map(({ label, hint, currency, figures }) => (
          <tr key={label}>
            <th
              scope="row"
              title={hint}
              className="whitespace-nowrap border-line border-b [tr:last-child_&]:border-b-0 pr-3 pl-4 text-left font-normal text-muted text-sm"
            >
              {label}
            </th>
            {figures.map((figure, at) => (
              <Cell key={heads[at]} numeric>
                {figure === null ? (
                  <Unknown reason="The interface has no such amount." />
                ) : (
                  <SourcedValue provenance={payment.provenance} field={figure.field} unknown={unknown}>
                    {figure.amount === null ? null : figure.inOtherCoin ? (
                      <RecordedAmount
                        recorded={{ amount: figure.amount, currency: null }}
                        unknown={unknown}
                      />
                    ) : (
                      <AmountText amount={figure.amount} currency={currency} />
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
