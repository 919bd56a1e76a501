import { createMessages } from './create-messages.ts';

/** Texts that a person copies for a customer, and their headings. */
export const tPaymentSharing = createMessages({
  message: { title: 'Message to the customer', copy: 'Copy message' },
  snippet: { title: 'Embed the checkout', copy: 'Copy embed code', frame: 'Checkout' },
  fiatPrice: '{amount} {currency}',
  cryptoPrice: '{amount} {currency} on the {network} network',
  request: 'Please pay {price} for {reference} here:',
  validity: 'The link is valid for {duration}.',
  duration: {
    week: '7 days',
    hour: '1 hour',
    day: '24 hours',
    minutes: '{minutes} {minutes, select, 1 {minute} other {minutes}}',
  },
});
