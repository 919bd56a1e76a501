import { createMessages } from './create-messages.ts';

/** Texts of a payment's page that the browser needs: its actions, and its updates from the service. */
export const tPaymentActions = createMessages({
  duplicate: 'Duplicate',
  pdf: 'Download PDF',
  title: 'Updates from the service',
  notConfigured:
    'Payments can’t be refreshed from the service. You see the last reported status. Risk, refunds and EUR amounts are unknown.',
  lastRead: 'Last refreshed',
  neverRead: 'This payment hasn’t been refreshed from the service yet.',
  nextRead: 'Next refresh',
  onDemand: 'Only when a person refreshes the payment',
  lastError: 'Last refresh error',
  failures: '(refresh failed {count, plural, one {once} other {# times}})',
  firstSeen: 'First recorded at',
  changed: 'Last changed',
  readNow: 'Refresh from service',
  notRead: 'The payment couldn’t be refreshed',
  noAnswer: 'The server did not answer. Try again.',
  readChanged: 'Payment updated',
  readUnchanged: 'Payment is already up to date',
});

/** Texts that a person copies for a customer, and their headings. */
export const tPaymentSharing = createMessages({
  snippet: { title: 'Embed the checkout', copy: 'Copy embed code', frame: 'Checkout' },
  open: 'Show message, reminder and embed code',
  fiatPrice: '{amount} {currency}',
  cryptoPrice: '{amount} {currency} ({network})',
  print: 'Print this page',
  qr: {
    svg: 'Download QR code (SVG)',
    png: 'Download QR code (PNG)',
    failed: 'This browser could not create the image. Download the SVG instead.',
  },
});
