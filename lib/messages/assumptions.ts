import { createMessages } from './create-messages.ts';

const authentication = {
  bare: 'API key only, without a signature',
  none: 'without an Authorization header',
  signed: 'Authorization header with the API key and a signature',
};

/** Points that the service's interface leaves open, on the Connection page. */
export const tAssumptions = createMessages({
  notSet: 'not set',
  valueWithMeaning: '{value}: {meaning}',
  requests: {
    'authorization-scheme': {
      question:
        'First word of the Authorization header in requests to the service. The default, SVC-API, is a placeholder.',
    },
    'business-authentication': {
      question: 'How requests for the business record are authenticated.',
      means: authentication,
    },
    'client-id-length': { question: 'Maximum length of a reference (clientPaymentId).' },
    'create-rate': {
      question:
        'The most payments per second that a batch requests. It starts with 2 per second. It pauses at the first sign of overload.',
    },
    'create-refused-statuses': {
      question:
        'HTTP statuses with which the service refuses to create a payment. After any other failure, the outcome is unknown.',
    },
    'currency-decimals': {
      question:
        'How many decimals a fiat amount of a new payment can have. Amounts with more decimals are refused.',
      means: {
        unset: 'no decimals for CLP, ISK, JPY, KRW and VND, 2 decimals for other currencies (ISO 4217)',
      },
    },
    'error-body': {
      question:
        'Fields of an error response that contain the reason for the error. If a response has none of these fields, the whole response is shown.',
    },
    'expiry-start': {
      question:
        'When the time limit of a payment starts. The expiry is estimated until a callback reports it.',
      means: {
        initiated: 'when the payment is initiated (paymentInitiatedAt)',
        requested:
          'when the payment is requested (paymentRequestedAt). Without this time, the expiry is unknown',
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
        'Shortest time in seconds between two refreshes of the business record or the deposit minimums. Other settings control payment refreshes.',
    },
    'rate-type-default': {
      question:
        'Rate type that the new payment form starts with. Requests for one-time payments always include one.',
    },
    'redirect-url-length': { question: 'Maximum length of a redirect URL.' },
    'repeat-of-client-payment-id': {
      question:
        'What the service does when you use a reference (clientPaymentId) again. You must confirm each reuse.',
      means: { accepted: 'creates a second payment', refused: 'refuses the request' },
    },
    'signature-algorithm': { question: 'Algorithm that signs requests.' },
    'signature-encoding': { question: 'Encoding of request signatures.' },
    'signature-join': {
      question: 'Separator between the signed parts of a request.',
      means: { lineBreak: 'a line break', space: 'a space', unset: 'no separator' },
    },
    'signature-parts': { question: 'Parts of a request that the signature covers, in signing order.' },
    'success-status': { question: 'HTTP statuses that mean a request succeeded.' },
  },
  callbacks: {
    'callback-actual-amounts': {
      question: 'Whether the amounts in a deposit callback cover one deposit or the whole payment.',
      means: {
        cumulative: 'all deposits of the payment, so the largest reported amount is used',
        deposit: 'one deposit, so the amounts of several deposits are added',
        unknown:
          'unknown, so Countinghouse doesn’t add these amounts or compare them with the expected amount',
      },
    },
    'callback-depeg-unit': {
      question:
        'Currency of the depeg loss in a deposit callback (displayRateDepegLossAmount). A depeg loss occurs when a stablecoin is worth less than its currency.',
      means: {
        deposit: 'the deposit currency, as the documentation of displayRateDepegLossAmount says',
        display: 'the price currency, as the field name displayRateDepegLossAmount suggests',
      },
    },
    'callback-settlement-amount': {
      question: 'Whether the settlement amount in a deposit callback is before or after fees.',
      means: {
        payable: 'after fees, like settlementPayableAmount in the payment record',
        unknown: 'unknown, so Countinghouse shows this amount and settlementPayableAmount separately',
      },
    },
    'callback-signature-algorithm': { question: 'Algorithm that signs callbacks.' },
    'callback-signature-encoding': { question: 'Encoding of callback signatures.' },
    'callback-signature-header': { question: 'HTTP header that contains the signature of a callback.' },
    'callback-signing': {
      question:
        'Whether signatures of callbacks are checked. The secret in the callback URL is always required.',
      means: {
        enforce: 'callbacks without a valid signature are refused',
        observe: 'signatures are checked and recorded, but no callback is refused',
        off: 'signatures are ignored',
      },
    },
    'callback-sources': {
      question: 'IP addresses that may send callbacks. Callbacks from other addresses are refused.',
      means: { unset: 'not set, so any IP address is accepted' },
    },
    'withdrawal-callback-retry': {
      question: 'Whether the service sends a refused withdrawal callback again.',
      means: {
        'as-deposits': 'yes, every 2 minutes for 24 hours',
        none: 'no, so a refused callback is lost',
      },
    },
  },
  fixed: {
    'api-version': {
      question: 'Version of the service’s API.',
      assumed: '/api/v1',
      because: 'The service doesn’t document any other version.',
    },
    'business-fields': {
      question: 'Fields that every business record has, and the possible checkout themes.',
      assumed: 'Any field may be missing. Texts are shown as received.',
      because: 'If one field is missing, the other fields of the record are still useful.',
    },
    'business-scope': {
      question: 'Permission that the API key needs to get the business record.',
      assumed: 'The API key already has the permission.',
      because:
        'Only the service can grant the permission. The check “Business record” fails without this permission.',
    },
    'callback-method': {
      question: 'HTTP method of callbacks, and which responses mean that a callback was delivered.',
      assumed:
        'POST. Any 2xx response means that the callback was delivered. This product responds with 200.',
      because:
        'Callbacks have content, which requires POST. Callbacks with any other method are refused and counted.',
    },
    'callback-required-fields': {
      question: 'Fields that a deposit callback must have.',
      assumed: 'The fields needed to record a deposit. Callbacks without these fields are quarantined.',
      because:
        'Countinghouse never guesses missing values. You can release a callback with missing fields, but their values stay unknown.',
    },
    'coin-networks': {
      question: 'Networks that accept BNB, TRX and SOL deposits.',
      assumed: 'The networks that the business record enables.',
      because: 'The business record lists the networks that the service enabled.',
    },
    'exchanged-callback-payload': {
      question: 'Content of the callback about an exchanged deposit.',
      assumed: 'Any content. The callback is stored and doesn’t change payments.',
      because: 'The service doesn’t document the fields of this callback.',
    },
    'minimum-keys': {
      question: 'Currencies in which the service reports deposit minimums.',
      assumed: 'Minimums can be in any currency. A missing minimum is unknown, not 0.',
      because: 'All minimums that the service reports are shown.',
    },
    'minimum-processing-amount': {
      question: 'Smallest deposit that the service processes (“Minimum Deposit Processing Amount”).',
      assumed: 'Unknown. Each deposit has the status that the service reports.',
      because: 'Only the service knows this amount, so any guess could be wrong.',
    },
    'received-text-lengths': {
      question: 'Maximum length of texts that the service sends.',
      assumed:
        'IDs up to 500 characters and other texts up to 10,000. Callbacks with longer texts are quarantined.',
      because: 'Every callback is stored in full. You can release callbacks with longer texts.',
    },
    scales: {
      question:
        'Scales of the risk score, the payer’s fee share and the settlement’s crypto share, for example 0 to 100.',
      assumed: 'Values aren’t converted. They are shown exactly as the service sends them.',
      because: 'No calculation uses these values. A conversion with the wrong scale would show wrong values.',
    },
    'timestamp-tolerance': {
      question: 'How far the time in a request may differ from the service’s clock.',
      assumed: 'Unknown. Requests contain the current time.',
      because:
        'The service can refuse a request with a wrong time. The check “Clock difference” compares this server’s clock with the service’s clock.',
    },
    transitions: {
      question: 'Which changes from one status to another are possible.',
      assumed: 'Any change. Conflicting statuses are shown, not refused.',
      because: 'This way you see every status that the service reports.',
    },
    'withdrawal-record': {
      question: 'How to create and look up withdrawals, and when each withdrawal was created.',
      assumed: 'Unknown. Only callbacks report withdrawals, so the time shown is when the callback arrived.',
      because: 'The service doesn’t document how to request withdrawals or which fields a withdrawal has.',
    },
  },
});
