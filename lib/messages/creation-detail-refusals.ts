import { createMessages } from './create-messages.ts';

/** Why the details of a payment were refused. */
export const tCreationDetailRefusals = createMessages({
  problem: {
    noteTooLong: 'Use at most {maximum, number} characters.',
    tooManyLabels: 'Use at most {maximum, number} labels.',
    noFormer: 'The payment to replace doesn’t exist. Create a new payment instead.',
  },
});
