import { createMessages } from './create-messages.ts';

/** Entries of the journal, and why one is refused. */
export const tJournal = createMessages({
  text: {
    deposit: 'Deposit credited in {currency}',
    withdrawal: 'Withdrawal in {currency}',
    settlement: 'Settlement received in {currency}',
    difference: 'Bank fee of a settlement in {currency}',
    depositSum: '{count} deposits credited in {currency}',
    withdrawalSum: '{count} withdrawals in {currency}',
    settlementSum: '{count} settlements received in {currency}',
    differenceSum: '{count} bank fees of settlements in {currency}',
    serviceFee: 'Service fee in {currency}',
    serviceFeeSum: '{count} service fees in {currency}',
    grossDifference: 'Amount received without net credited amount and fee, in {currency}',
    grossDifferenceSum: '{count} differences from the amount received in {currency}',
    sumChange: 'Later changes of sums in {currency}',
    exchange: 'Exchange difference of a settlement',
    exchangeSum: 'Exchange differences of {count} settlements',
    depositLate: 'Adjustment of a deposit of {day}',
    withdrawalLate: 'Adjustment of a withdrawal of {day}',
    settlementLate: 'Adjustment of a settlement of {day}',
    differenceLate: 'Adjustment of a bank fee of {day}',
    serviceFeeLate: 'Adjustment of a service fee of {day}',
    grossDifferenceLate: 'Adjustment of a difference of {day}',
    exchangeLate: 'Adjustment of an exchange difference of {day}',
    rounding: 'Rounding difference',
  },
  facts: {
    amount: 'Amount',
    value: 'Reported amount',
    rate: 'Rate',
    record: 'Record',
    movedOn: 'Moved on',
    serviceFee: 'Service fee',
    distributedFee: 'Distributed fee',
    depegLoss: 'Depeg loss',
  },
  refused: {
    account: 'Use at most 120 characters.',
    formula: 'Begin with a letter or a digit, because a spreadsheet would run this text.',
    consultant: 'Enter the consultant number, at most 7 digits.',
    client: 'Enter the client number, at most 5 digits.',
    period:
      'Enter a month such as 2026-11, a quarter such as 2026-Q4, or days such as 2026-11-05..2026-11-20.',
    rate: 'Enter a rate above zero with a point before the decimals, such as 0.9215.',
    rateSource: 'Enter the source of the rate.',
    overlap:
      'Run {number} of this target has another period with the same days. Choose its period, or days that no run has.',
    replaced: 'This run was replaced already. Reload the page.',
    tooMany:
      'This period has more than 200,000 movements. Choose fewer days, or one entry for each day or for the period.',
    sums: 'Run {number} of this period has sums of days. Choose one entry for each day or for the period, or replace it.',
    records:
      'Run {number} of this period has an entry for each of its records. Replace it, or choose fewer days.',
    tooLarge: 'An amount of this period has more than 28 digits. Check its record.',
    problems: 'The accounting program would refuse this file. Check it, and fix what the check names.',
    empty: 'There is nothing to export: the other runs of this target and period have every movement.',
    noRun: 'This file doesn’t exist.',
  },
});
