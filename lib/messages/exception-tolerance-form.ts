import { createMessages } from './create-messages.ts';

/** Texts of the form for the tolerance. */
export const tExceptionToleranceForm = createMessages({
  save: 'Save tolerance',
  cancel: 'Cancel',
  fields: {
    amount: 'Largest difference that is not an exception',
    amountHelp:
      'Leave this field empty for no limit. If the difference in EUR is unknown, the payment stays an exception.',
    percent: 'Largest difference that is not an exception, in % of the expected amount',
    percentHelp: 'Leave this field empty for no limit.',
  },
  saved: 'Tolerance saved',
  failed: 'The tolerance couldn’t be saved',
  errors: {
    ambiguous: 'This number can be read in two ways. Enter {first} or {second}.',
    amount: 'Enter an amount above 0, such as 0.50, or leave it empty.',
    percent: 'Enter a percentage above 0 and up to 100, such as 1.5, or leave it empty.',
  },
});
