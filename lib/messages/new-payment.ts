import { createMessages } from './create-messages.ts';

/**
 * Texts of the form that creates a payment. The preview of its request is in `payment-request-preview.ts`, and the
 * request's outcome in `payment-outcome.ts`.
 */
export const tNewPayment = createMessages({
  title: 'New payment',
  back: 'Payments',
  submit: 'Create payment',
  sendAgain: 'Send again',
  created: 'Payment created',
  notConfirmed: 'The service didn’t confirm that the payment was created',
  notSent: 'Nothing was sent',
  waiting: 'Waiting for the payment service. The answer can take up to 15 seconds.',
  summary: 'Summary',
  sections: { payment: 'Payment', terms: 'Payment terms', checkout: 'Checkout' },
  clientPaymentId: {
    label: 'Client payment ID',
    help: 'Your own reference for this payment. Each payment needs its own ID.',
    suggest: 'Suggest another ID',
  },
  price: {
    label: 'Price in',
    fiat: 'Fiat',
    crypto: 'Crypto',
    fiatHelp: 'The payer chooses the coin and network at checkout.',
    cryptoHelp: 'The payer pays with one coin on one network.',
    amount: 'Amount',
    ambiguous: 'This amount can be read in two ways. Choose the one that you mean.',
    currency: 'Currency',
    chooseCoin: 'Choose a coin',
    chooseCurrency: 'Choose a currency',
    network: 'Network',
    chooseNetwork: 'Choose a network',
    notEnabled: 'Not enabled for this business',
    disabledHelp: 'The currencies at the end of the list aren’t enabled for this business at the service.',
    networkHelp: 'The networks that the service enabled for this coin.',
    networkUnknownHelp: 'The service hasn’t reported the enabled networks, so the list shows all networks.',
  },
  terms: {
    type: 'Type',
    types: { ONE_TIME: 'One-time', REUSABLE: 'Reusable' },
    oneTimeHelp: 'The link is for one payment. The service may refund any later deposits.',
    reusableHelp: 'The link is for any number of deposits.',
    rate: 'Rate',
    rates: { FIXED: 'Fixed until expiry', FLOATING: 'Floating' },
    rateHelps: {
      FIXED: 'The coin amount stays the same until the payment expires.',
      FLOATING: 'The coin amount can change until the deposit arrives.',
    },
    rateHelp: 'Reusable payments always use a floating rate.',
    expires: 'Expires',
    expiresHelp: 'A deposit after this time counts as late.',
    never: 'Never',
    neverHelp: 'Reusable payments never expire.',
    minutes: 'Minutes until expiry',
    minutesHelp: 'Enter 0 for 7 days.',
    expiries: {
      '30': '30 minutes',
      '60': '1 hour',
      '1440': '24 hours',
      '0': '7 days',
      custom: 'Other duration',
    },
  },
  locale: {
    label: 'Locale',
    help: 'The language of the checkout page.',
    other: 'Another language (enter its code, such as pt-BR)',
    tag: 'Language code',
    tagHelp: 'A language code such as en-AU or es_AR.',
  },
  redirect: {
    url: 'Redirect URL',
    urlPlaceholder: 'https://',
    urlHelp:
      'This URL opens in the customer’s browser after checkout. A visit to this URL doesn’t prove that the customer paid.',
    mode: 'Redirect opens in',
    modeHelp: 'This choice matters only if you enter a redirect URL.',
    parent: 'The whole window',
    parentHelp: 'PARENT: the redirect URL replaces the page that contains the checkout.',
    self: 'The checkout’s own frame',
    selfHelp: 'SELF: the redirect URL opens inside the page that contains the checkout.',
  },
  attention: {
    title: 'Payment requests that need attention',
    heading:
      '{count, plural, one {An earlier payment request needs attention} other {# earlier payment requests need attention}}',
    payment: 'A payment with this reference already exists.',
    several: 'Several payments with this reference were created, so a customer could pay more than once.',
  },
});
