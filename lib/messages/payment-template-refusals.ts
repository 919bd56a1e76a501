import { createMessages } from './create-messages.ts';

/** Why a change of templates or patterns was refused. */
export const tPaymentTemplateRefusals = createMessages({
  problem: {
    nameMissing: 'Enter a name for the template',
    nameTaken: 'You already have a template with this name',
    tooLong: 'Use at most {maximum, number} characters',
    invisible: 'Remove invisible characters',
    amount: 'Enter digits only, such as 49.90',
    tooMany: 'You can save up to {maximum, number} templates. Delete a template before you save another one.',
    unavailable: 'This template was deleted or is no longer shared. Reload the page.',
    noPattern: 'This template has no pattern for references. Enter a reference.',
    allUsed:
      'The next IDs of this pattern are already in use. Enter a reference, or use a template with another pattern.',
  },
});
