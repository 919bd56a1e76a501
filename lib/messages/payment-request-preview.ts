import { createMessages } from './create-messages.ts';

/** Texts of the preview of a payment request, beside the form. */
export const tPaymentRequestPreview = createMessages({
  title: 'Payment request preview',
  corrections: 'Correct the marked fields. The preview then shows what is sent.',
  noAmount: 'No amount entered yet',
  notEntered: 'Not entered yet',
  types: { ONE_TIME: 'One payment', REUSABLE: 'Reusable link' },
  exact: 'Exact content of the request',
  words: {
    reference: 'Your reference is <id></id>.',
    fiat: 'Your customer pays <price></price> with a coin of their choice.',
    crypto: 'Your customer pays <price></price> on the {network} network.',
    noPrice: 'Enter the amount that your customer pays.',
    ONE_TIME: 'The link is for one payment.',
    REUSABLE: 'The link accepts any number of deposits and never expires.',
    FIXED: 'The coin amount stays the same until the payment expires.',
    FLOATING: 'The coin amount can change until the deposit arrives.',
    valid: 'The link is valid for {duration}.',
    noMinutes: 'Enter the minutes until the link expires.',
    locale: 'The checkout page is in this language: {language}.',
    noRedirect: 'After checkout, the customer stays on the checkout page.',
    PARENT: 'After checkout, <url></url> opens in the whole window.',
    SELF: 'After checkout, <url></url> opens in the frame of the checkout.',
  },
});
