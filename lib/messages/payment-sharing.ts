import { createMessages } from './create-messages.ts';

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
