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
    minutesHelp: 'Enter minutes, or 0 for 7 days.',
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
    parentHelp: 'The redirect URL replaces the page that contains the checkout.',
    self: 'The checkout’s own frame',
    selfHelp: 'The redirect URL opens inside the page that contains the checkout.',
  },
  attention: {
    title: 'Payment requests that need attention',
    heading:
      '{count, plural, one {An earlier payment request needs attention} other {# earlier payment requests need attention}}',
    payment: 'A payment with this reference already exists.',
    several: 'Several payments with this reference were created, so a customer could pay more than once.',
  },
});

/** Why a business would refuse the price of a payment. */
export const tAcceptedTerms = createMessages({
  noFiat: 'This business does not accept prices in {currency}',
  noCoin: 'This business does not accept {currency}',
  noNetwork: 'This business does not accept {currency} on the {network} network',
});

/** Texts about notes, labels and links of a payment that is being created, and about payments that belong together. */
export const tCreationDetails = createMessages({
  title: 'Notes and labels',
  note: 'Note',
  noteHelp: 'Only your team sees the note. It isn’t sent to the service.',
  labels: 'Labels',
  labelsHelp: 'Separate labels with commas.',
  completes: {
    title: 'New payment for the rest',
    body: 'The new payment has the terms of <link></link> and asks for what is missing. The pages of both payments will link to each other.',
  },
  replaces: {
    title: 'New payment to replace an expired payment',
    body: 'The new payment has the same terms as <link></link>. The pages of both payments will link to each other.',
  },
});

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

/** Texts that compare the price of a new payment with the minimum deposits. */
export const tMinimumCheck = createMessages({
  neverRead: 'The amount isn’t checked, because the service hasn’t sent the minimum deposits yet.',
  notReported: 'The service reported no minimum deposit',
  read: 'Minimums last refreshed <time></time>.',
  below: 'The amount is below the minimum deposit',
  belowBody: 'The service accepts at least <minimum></minimum> on {network}.',
  unknown: 'The service reported no minimum deposit for this coin and network.',
  above: 'The amount meets the minimum deposit of <minimum></minimum>.',
  belowEvery: 'The amount is below the minimum deposit of every coin',
  belowEveryBody: 'This amount is too small for all coins that this business accepts.',
  accepted:
    'This amount is accepted by {accepted, number} of {total, plural, one {# payment option} other {# payment options}}.',
  coinOnNetwork: '{coin} on {network}',
  options: '{count, number} payment options',
  otherOptions: '{count, number} other payment options',
  mixed: 'The amount is below the minimum on {below}, but large enough on {enough}.',
  someUnknown: 'The service reported no minimum for {unknown}.',
  enoughFor: 'Payment options that accept this amount',
  tooSmallFor: 'Payment options that need a larger amount',
  notKnown: 'The service reported no minimum deposit',
});

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

/** Errors of the form that creates a payment. */
export const tPaymentForm = createMessages({
  form: {
    clientPaymentId: 'Enter an ID for this payment',
    tooLong: 'Use at most {maximum, number} characters',
    controlCharacters: 'Remove line breaks and other control characters',
    invisible: 'Remove invisible characters',
    amount: 'Enter an amount',
    aboveZero: 'Enter an amount above 0',
    decimalPoint: 'Use a point before the decimals, such as 49.90',
    thousands: 'Remove thousands separators, such as the comma in 1,234.50',
    decimals:
      '{maximum, plural, =0 {{currency} has no decimals. Enter a whole amount} one {{currency} has # decimal. Remove the extra decimals} other {{currency} has # decimals. Remove the extra decimals}}',
    leadingZero: 'Remove the zero at the start',
    digits: 'Use at most 35 digits before the decimal point and 30 after it',
    plainDigits: 'Enter digits only, such as 49.90',
    redirectUrl: 'Enter a full address that begins with https://',
    priceIn: 'Choose fiat or crypto for the price',
    currency: 'Choose a currency',
    network: 'Choose a network',
    type: 'Choose a payment type',
    rate: 'Choose a rate type',
    expiry: 'Choose when the payment expires',
    redirectMode: 'Choose where the redirect opens',
    minutes: 'Enter whole minutes, such as 90',
    minutesTooLong: 'Use at most 15 digits for the minutes',
    check: 'Check the highlighted fields. Nothing was sent.',
    contract: 'This field {problem}',
  },
});

/** Errors about businesses and their readings from the service. */
export const tBusinesses = createMessages({
  add: {
    alreadyMember: 'You’re already a member of this business. Choose it in the navigation.',
    known: 'This business is already here. Ask one of its owners to invite you.',
  },
  answered: 'The service answered with HTTP status {status}.',
  answeredWithReason: 'The service answered with HTTP status {status}: {reason}',
  notJson: 'The service answered with HTTP status {status} and invalid JSON: the answer {problem}.',
  notRecord: 'The service answered with HTTP status {status}, but sent no business record.',
  otherBusiness: 'The service sent the record of another business.',
  timeZoneInvalid: 'must be a time zone such as Europe/Vienna or UTC',
  unknown: 'This business doesn’t exist.',
  unknownOrNoRole: 'This business doesn’t exist, or you aren’t a member of it.',
  unreachable: 'The service couldn’t be reached: {reason}.',
  uuidExpected: 'must be a UUID',
});

/** Names of the checkout’s languages. */
export const tPaymentLocales = createMessages({
  language: 'Language',
  region: 'Language and region',
  choice: '{name} ({tag})',
  languages: {
    ar: 'Arabic',
    bg: 'Bulgarian',
    zh: 'Chinese',
    en: 'English',
    fr: 'French',
    de: 'German',
    ja: 'Japanese',
    lt: 'Lithuanian',
    pt: 'Portuguese',
    ru: 'Russian',
    es: 'Spanish',
    tr: 'Turkish',
  },
  regions: {
    'en-GB': 'English, United Kingdom',
    'en-US': 'English, United States',
    'de-AT': 'German, Austria',
    'de-CH': 'German, Switzerland',
    'de-DE': 'German, Germany',
    'es-ES': 'Spanish, Spain',
    'es-MX': 'Spanish, Mexico',
    'fr-CA': 'French, Canada',
    'fr-CH': 'French, Switzerland',
    'fr-FR': 'French, France',
    'pt-BR': 'Portuguese, Brazil',
    'pt-PT': 'Portuguese, Portugal',
    'zh-CN': 'Chinese, China',
    'zh-TW': 'Chinese, Taiwan',
  },
});

/** Texts of the last attempt to create a payment, beside the form. */
export const tPaymentAttempt = createMessages({
  requestId: 'Request ID <id></id>',
  connectionLost: 'The connection was lost before the server answered',
  payments: {
    title: 'More than one payment may exist. Share only one link.',
    confirmed: 'Another payment was created: <link></link>',
    observed: 'Another payment with this reference: <link></link>',
    unaccounted:
      '{attempts, plural, one {The service didn’t answer the request} other {The service didn’t answer every one of the # requests}}, so another payment may exist. Its checkout link is unknown.',
  },
  error: {
    lost: 'The request may have been sent. Before you send another request, check the requests that need attention and the list of payments. Your entries are saved.',
    refusedButSeen: 'The service refused the last request, but a payment with this reference exists',
    unsentButSeen: 'Nothing was sent, but a payment with this reference exists',
    again: 'If you send another request with this reference, it may create a second checkout link.',
    refused: 'The service refused the request, so no payment was created',
    credentials:
      'The service doesn’t accept the credentials of this dashboard. Check the API key, its secret and the permissions of the key. Your entries are saved.',
    correct: 'Correct the request, then create the payment again with the same reference.',
    unsent: 'Nothing was sent, so no payment was created',
    unsentBody: 'Your entries are saved. Send the request again when the service is available.',
    signedOut: 'You were signed out, so nothing was sent',
    signedOutBody: 'Your entries are saved in this tab.',
    signIn: 'Sign in again',
  },
});

/** Texts of a create request: its outcome, its errors and the fields that were sent. */
export const tPaymentOutcome = createMessages({
  goToPayment: 'Go to the payment',
  createAnother: 'Create another payment',
  createLikeThis: 'Create another payment like this',
  created: {
    title: 'Payment created',
    confirmed: 'The service confirmed the payment with the reference {clientPaymentId}.',
    observed:
      'The service’s response to this request wasn’t saved, but a payment record with the reference {clientPaymentId} exists.',
    checkout: 'Checkout',
    noLink: 'The checkout link is unknown, because the service’s response didn’t include a link.',
    stateUnknown: 'The state of this payment isn’t known yet, so its QR code isn’t shown. Reload the page.',
    copyName: 'checkout link',
    open: 'Open checkout',
    copy: 'Copy link',
    qrCode: 'QR code of the checkout link',
  },
  sending: {
    title: 'The request is being sent',
    body: 'The service has up to 15 seconds to answer. This page updates automatically.',
  },
  proposed: {
    title: 'This payment waits for approval',
    body: 'It is not sent before a second person approves it on New payment.',
  },
  queued: {
    title: 'A file is about to send this request',
    body: 'The batch sends its rows in order. This page updates when the request is sent.',
  },
  unknown: {
    title: 'Outcome unknown: the payment may exist',
    noAnswer: 'Countinghouse received no valid answer from the service.',
    resent:
      'The request may have been sent again. If so, the number of “Times sent” increases when this page updates.',
    options: 'How to find out whether the payment exists',
    callback:
      'A callback or an <link>imported record</link> for <id></id> shows whether the payment exists. This page then updates automatically.',
    account:
      'Search for the payment in your account at the service. This dashboard can’t search there by reference.',
    again:
      'You can send the same request again. If the first request created a payment, the customer could pay twice.',
    notCreated: 'Mark as not created',
    notCreatedQuestion: 'Was no payment created for {clientPaymentId}?',
    notCreatedBody:
      'Look for the reference at the service first. If the payment exists, the customer can pay it. This can’t be undone.',
    search: 'Search for this payment',
    sendAgain: 'Send again',
    confirm: 'Send the request for {clientPaymentId} again?',
    confirmBody:
      'The first request may have created a payment. A second request may create a second checkout link. Share only one link.',
  },
  sent: {
    title: 'Sent request',
    technical: 'Technical',
    unsent: 'Unsent request',
    createdBy: 'Created by',
    created: 'Created at',
    attempts: 'Times sent',
    body: 'Exact content of the request',
    noAmount: 'The request has no amount.',
  },
});

/** Texts of the confirmation that another checkout link with the same reference is wanted. */
export const tDuplicateConfirmation = createMessages({
  label: 'Create another checkout link with this reference',
  help: 'Another payment with this reference exists or may exist. The customer could pay twice, so share only one of the links.',
  error: 'Confirm that you want another checkout link, or enter a different reference.',
});
