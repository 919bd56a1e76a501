import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readRecord } from '#lib/database/record-columns.ts';
import { depositDetailFields } from '#lib/deposits/schema.ts';
import { paymentDetailFields } from '#lib/payments/schema/fields.ts';
import { DepositSums } from './deposit-sums.tsx';

const observed = { provenance: [], conflicts: [] };
const payment = {
  ...readRecord(paymentDetailFields, { paymentId: 'one', depositCount: '2', confirmedDepositCount: '2' }),
  ...observed,
  expiryStart: null,
  canBeRead: true,
  readingPause: null,
  exceptionWork: null,
  withinTolerance: false,
};
const deposit = (id: string, changes: Readonly<Record<string, string | null>>) => ({
  ...readRecord(depositDetailFields, {
    depositId: id,
    status: 'CONFIRMED',
    depositAmount: '0.5',
    depositCurrency: 'ETH',
    displayAmount: '1000.00',
    displayCurrency: 'GBP',
    settlementCurrency: 'USDC',
    settlementServiceFee: '10',
    settlementPayableAmount: '1190',
    uniformServiceFee: '9',
    uniformPayableAmount: '1100',
    versions: '1',
    ...changes,
  }),
  ...observed,
  clientPaymentId: null,
  destinationTag: null,
  callbackDepegCurrency: null,
});

/** Lists the figures by their labels, in the order of the page. */
function listFigures(deposits: readonly ReturnType<typeof deposit>[]) {
  const markup = renderToStaticMarkup(<DepositSums payment={payment} deposits={deposits} />);
  return markup
    .replaceAll('\u00a0', ' ')
    .split(/(?=Deposited amount|Service fee|Net credited)/)
    .slice(1)
    .map((part) =>
      part
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
}

test('begins with what was received in coin and display currency, then fee and net with their EUR value', () => {
  expect(listFigures([deposit('a', {}), deposit('b', { displayAmount: null })])).toEqual([
    expect.stringMatching(
      /^Deposited amount 1\.00 ETH .*reported for 2 of 2 deposits.* 1,000\.00 GBP .*reported for 1 of 2/,
    ),
    expect.stringMatching(/^Service fee 20\.00 USDC .* 18\.00 EUR/),
    expect.stringMatching(/^Net credited 2,380\.00 USDC .* 2,200\.00 EUR/),
  ]);
});
