import { createMessages } from './create-messages.ts';

/** Texts of the confirmation that another checkout link with the same reference is wanted. */
export const tDuplicateConfirmation = createMessages({
  label: 'Create another checkout link with this reference',
  help: 'Another payment with this reference exists or may exist. The customer could pay twice, so share only one of the links.',
  error: 'Confirm that you want another checkout link, or enter a different reference.',
});
