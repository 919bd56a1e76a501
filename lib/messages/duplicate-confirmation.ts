import { createMessages } from './create-messages.ts';

/** Texts of the confirmation that another checkout link with the same client payment ID is wanted. */
export const tDuplicateConfirmation = createMessages({
  label: 'Create another checkout link with this client payment ID',
  help: 'Another payment with this client payment ID exists or may exist. The customer could pay twice, so share only one of the links.',
  error: 'Confirm that you want another checkout link, or enter a different client payment ID.',
});
