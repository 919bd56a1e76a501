import { createMessages } from './create-messages.ts';

/** Texts of the payment form about prices that need approval. */
export const tCreationLimitForm = createMessages({
  form: {
    notice:
      'Prices above <amount></amount> need a second person’s approval. Nothing is sent before the approval.',
    noOwnLimit:
      '{currency} has no limit of its own, so each price in it needs a second person’s approval. Nothing is sent before the approval.',
    submit: 'Submit for approval',
    submitted: 'Submitted for approval',
  },
});
