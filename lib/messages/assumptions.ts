import { createMessages } from './create-messages.ts';

const authentication = {
  bare: 'API key only, without a signature',
  none: 'no Authorization header',
  signed: 'full header with a signature',
};

/** Points that the service's interface leaves open, on the Connection page. */
export const tAssumptions = createMessages({
  notSet: 'not set',
  valueWithMeaning: '{value}: {meaning}',
  requests: {
    'authorization-scheme': {
      question: 'First word of the Authorization header in requests. SVC-API is a placeholder.',
    },
    'business-authentication': {
      question: 'How requests for the business record are authenticated.',
      means: authentication,
    },
    'client-id-length': { question: 'Maximum length of a client payment ID.' },
    'create-refused-statuses': {
      question:
        'HTTP statuses that mean no payment was created. After any other failure, the outcome is unknown.',
    },
    'error-body': {
      question:
        'Fields of an error response that contain the reason. If they are missing, the whole response is shown.',
    },
    'expiry-start': {
      question:
        'When the expiry time frame of a payment starts. The expiry is estimated until a callback reports it.',
      means: {
        initiated: 'from paymentInitiatedAt',
        requested: 'from paymentRequestedAt; without it the expiry is unknown',
      },
    },
    'minimums-authentication': {
      question: 'How requests for the deposit minimums are authenticated.',
      means: authentication,
    },
    'payment-read-answer': {
      question: 'Field of the “get payment data” response that contains the payment record.',
      means: { unset: 'not set: the whole response is the payment record' },
    },
    'payment-read-authentication': {
      question: 'How requests for a payment record are authenticated.',
      means: authentication,
    },
    'payment-read-path': {
      question: 'Path of the “get payment data” operation at the service.',
      means: { unset: 'not set: payments aren’t refreshed from the service' },
    },
    'payment-type-default': {
      question: 'Payment type that the new payment form starts with. Requests always include a type.',
    },
    'rate-limits': {
      question:
        'Minimum seconds between two refreshes of the business or its minimums. Payments have their own variables.',
    },
    'rate-type-default': {
      question:
        'Rate type that the new payment form starts with. Requests for one-time payments always include one.',
    },
    'redirect-url-length': { question: 'Maximum length of a redirect URL.' },
    'repeat-of-client-payment-id': {
      question:
        'What the service does when a client payment ID is sent again. You must confirm before it is sent.',
      means: { accepted: 'it creates a second payment', refused: 'it refuses the request' },
    },
    'signature-algorithm': { question: 'Algorithm that signs requests.' },
    'signature-encoding': { question: 'Encoding of request signatures.' },
    'signature-join': {
      question: 'Separator between the signed parts of a request.',
      means: { lineBreak: 'a line break', space: 'a space', unset: 'no separator' },
    },
    'signature-parts': { question: 'Parts of a request that are signed, in order.' },
    'success-status': { question: 'HTTP statuses that mean a request succeeded.' },
  },
  callbacks: {
    'callback-actual-amounts': {
      question: 'Whether the amounts in a deposit callback cover one deposit or the whole payment.',
      means: {
        cumulative: 'the whole payment so far; the largest amount counts',
        deposit: 'one deposit; the amounts of several deposits are added',
        unknown: 'unknown; with several deposits, amounts aren’t added or compared with the expected amount',
      },
    },
    'callback-depeg-unit': {
      question: 'Currency of the depeg loss in a deposit callback (displayRateDepegLossAmount).',
      means: {
        deposit: 'the deposit currency, as the field’s description says',
        display: 'the display currency, as the field’s name says',
      },
    },
    'callback-settlement-amount': {
      question: 'Whether the settlement amount in a deposit callback is before or after fees.',
      means: {
        payable: 'after fees, equal to settlementPayableAmount',
        unknown: 'unknown; shown beside settlementPayableAmount',
      },
    },
    'callback-signature-algorithm': { question: 'Algorithm that signs callbacks.' },
    'callback-signature-encoding': { question: 'Encoding of callback signatures.' },
    'callback-signature-header': { question: 'HTTP header that contains the signature of a callback.' },
    'callback-signing': {
      question:
        'Whether signatures of callbacks are checked. The secret in the callback URL is always required.',
      means: {
        enforce: 'callbacks without a valid signature are refused, like those with a wrong secret',
        observe: 'signatures are checked and recorded, but no callback is refused',
        off: 'signatures are ignored',
      },
    },
    'callback-sources': {
      question: 'IP addresses that may send callbacks. Callbacks from other addresses are refused.',
      means: { unset: 'not set: any IP address' },
    },
    'withdrawal-callback-retry': {
      question: 'Whether the service sends a refused withdrawal callback again.',
      means: { 'as-deposits': 'every 2 minutes for 24 hours', none: 'no: every refusal is final' },
    },
  },
  fixed: {
    'api-version': {
      question: 'Version of the service interface.',
      assumed: '/api/v1',
      because: 'The service documents no other version.',
    },
    'business-fields': {
      question: 'Which fields a business record always has, and which checkout themes exist.',
      assumed: 'Any field may be missing, and texts are shown as received.',
      because: 'If a missing field were an error, the other fields would be lost.',
    },
    'business-scope': {
      question: 'Permission that the API key needs to get the business record.',
      assumed: 'The permissions of the API key are enough.',
      because:
        'The service grants permissions. The check of the business record shows whether they are enough.',
    },
    'callback-method': {
      question: 'HTTP method of callbacks, and which answers count as delivered.',
      assumed: 'POST. Any 2xx answer counts as delivered. This product answers 200.',
      because:
        'Callbacks have content, so they need POST. Callbacks with another method are refused and counted.',
    },
    'callback-required-fields': {
      question: 'Fields that a deposit callback must have.',
      assumed: 'The fields needed to record a deposit. Callbacks without them are quarantined.',
      because:
        'A missing amount, coin or address is never made up. You can release a callback with unknown fields.',
    },
    'coin-networks': {
      question: 'Networks that accept BNB, TRX and SOL deposits.',
      assumed: 'The networks that the business record enables.',
      because: 'The service reports them in the business record.',
    },
    'exchanged-callback-payload': {
      question: 'Content of the callback about an exchanged deposit.',
      assumed: 'Any content. It is stored and doesn’t change payments.',
      because: 'The service documents none of its fields.',
    },
    'minimum-keys': {
      question: 'Currencies in which the service reports deposit minimums.',
      assumed: 'Any currency. A missing minimum is unknown, not 0.',
      because: 'All minimums that the service reports are shown.',
    },
    'minimum-processing-amount': {
      question: 'The service’s Minimum Deposit Processing Amount.',
      assumed: 'Unknown. Deposits below it show the status that the service reports.',
      because: 'The service decides this amount, so an assumed one could be wrong.',
    },
    'received-text-lengths': {
      question: 'Maximum length of texts that the service sends.',
      assumed:
        'IDs up to 500 characters and other texts up to 10,000. Callbacks with longer texts are quarantined.',
      because: 'Every callback is stored in full. You can release callbacks with longer texts.',
    },
    scales: {
      question:
        'Scales of the risk score, the payer’s share of the service fee and the settlement crypto ratio.',
      assumed: 'No scale. Values are shown as received.',
      because: 'No calculation uses these values, and a wrong scale would mislead you.',
    },
    'timestamp-tolerance': {
      question: 'How far the time in a request may differ from the service’s clock.',
      assumed: 'Unknown. Requests contain the true time.',
      because: 'The true time is safe with any limit. The checks show the clock difference.',
    },
    transitions: {
      question: 'Which status changes are possible.',
      assumed: 'Any change. Conflicting statuses are shown, not refused.',
      because: 'Refusing a status that the service reported would hide it.',
    },
    'withdrawal-record': {
      question: 'How withdrawals are created and looked up, and when they were made.',
      assumed: 'Unknown. Withdrawals are known from callbacks only, with the time of receipt.',
      because: 'The service doesn’t document these requests and their fields.',
    },
  },
});
