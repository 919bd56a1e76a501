import { createMessages } from './create-messages.ts';

/** Texts of the tolerance for differences, on the Business page. */
export const tTolerance = createMessages({
  title: 'Tolerance for exceptions',
  explanation:
    'If the difference from the expected amount is within the tolerance, a payment is not an exception. The tolerance also applies to existing payments.',
  none: 'Not set. Every difference is an exception.',
  amount: 'Differences up to <amount></amount>',
  percent: 'Differences up to {percent} % of the expected amount',
  both: 'A difference must be within both limits.',
  change: 'Change tolerance',
  save: 'Save tolerance',
  cancel: 'Cancel',
  fields: {
    amount: 'Largest difference',
    amountHelp:
      'Leave empty for no limit. If the difference in EUR is unknown, the payment stays an exception.',
    percent: 'Largest difference, in % of the expected amount',
    percentHelp: 'Leave empty for no limit.',
  },
  saved: 'Tolerance saved',
  failed: 'The tolerance couldn’t be saved',
  errors: {
    ambiguous: 'This number could be {first} or {second}. Enter the number without thousands separators.',
    amount: 'Enter an amount above 0, such as 0.50, or leave it empty.',
    percent: 'Enter a percentage above 0 and up to 100, such as 1.5, or leave it empty.',
  },
});
