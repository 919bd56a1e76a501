import { createMessages } from './create-messages.ts';

const authentication = {
  bare: 'API key only',
  none: 'no Authorization header',
  signed: 'full signed header',
};

/** Points that the service's interface leaves open, on the Connection page. */
export const tAssumptions = createMessages({
  notSet: 'not set',
  valueWithMeaning: '{value}: {meaning}',
  requests: {
    'authorization-scheme': {
      question: 'First word of the Authorization header. SVC-API is a placeholder.',
    },
    'business-authentication': { question: 'Authentication of the business read.', means: authentication },
    'client-id-length': { question: 'Maximum length of a client payment ID.' },
    'create-refused-statuses': {
      question: 'HTTP statuses that mean no payment was created. Other failures are treated as unknown.',
    },
    'error-body': {
      question: 'Fields of an error response that hold the reason. Without them, its whole text is shown.',
    },
    'expiry-start': {
      question: 'Start of a payment’s expiry window. The expiry is estimated until a callback reports it.',
      means: {
        initiated: 'from paymentInitiatedAt',
        requested: 'from paymentRequestedAt; without it the expiry is unknown',
      },
    },
    'minimums-authentication': { question: 'Authentication of the deposit minimums.', means: authentication },
    'payment-read-answer': {
      question: 'Field of the “get payment data” response that holds the payment record (§2.3).',
      means: { unset: 'the whole body is the record' },
    },
    'payment-read-authentication': { question: 'Authentication of a payment read.', means: authentication },
    'payment-read-path': {
      question: 'Path of “get payment data”.',
      means: { unset: 'not set: payments are not read' },
    },
    'payment-type-default': {
      question: 'Default of type. Requests always send one; the form starts with this value.',
    },
    'rate-limits': {
      question:
        'Seconds between reads of the business and its minimums. Payment reads have their own variables.',
    },
    'rate-type-default': {
      question:
        'Default of rateType for ONE_TIME. Requests always send one; the form starts with this value.',
    },
    'redirect-url-length': { question: 'Maximum length of a redirect URL.' },
    'repeat-of-client-payment-id': {
      question:
        'Effect of a second create request with the same clientPaymentId. A person confirms before it is sent.',
      means: { accepted: 'creates a second payment', refused: 'is refused' },
    },
    'signature-algorithm': { question: 'Signature algorithm of requests.' },
    'signature-encoding': { question: 'Encoding of the signature.' },
    'signature-join': {
      question: 'Separator between the signed parts.',
      means: { lineBreak: 'a line break', space: 'a space', unset: 'nothing' },
    },
    'signature-parts': { question: 'Signed parts of a request, in order.' },
    'success-status': { question: 'HTTP statuses of a successful operation.' },
  },
  callbacks: {
    'callback-actual-amounts': {
      question: 'Scope of the deposit callback’s actual… amounts: one deposit or the whole payment.',
      means: {
        cumulative: 'whole payment so far; the largest counts',
        deposit: 'one deposit; several are added',
        unknown: 'not added; with several deposits, above or below expected is unknown',
      },
    },
    'callback-depeg-unit': {
      question: 'Currency of the deposit callback’s displayRateDepegLossAmount.',
      means: {
        deposit: 'the deposit currency, as described',
        display: 'the display currency, as the name says',
      },
    },
    'callback-settlement-amount': {
      question: 'Whether the deposit callback’s settlementAmount is before or after fees.',
      means: {
        payable: 'after fees, equal to settlementPayableAmount',
        unknown: 'unknown; shown beside settlementPayableAmount',
      },
    },
    'callback-signature-algorithm': { question: 'Signature algorithm of callbacks.' },
    'callback-signature-encoding': { question: 'Encoding of a callback’s signature.' },
    'callback-signature-header': { question: 'Header that holds a callback’s signature.' },
    'callback-signing': {
      question: 'Signature check of callbacks. The secret in their address is always required.',
      means: {
        enforce: 'a callback without a valid signature is answered like a wrong secret',
        observe: 'signatures are checked and recorded; none is refused',
        off: 'signatures are ignored',
      },
    },
    'callback-sources': {
      question: 'IP addresses that callbacks may come from. Others are answered like a wrong secret.',
      means: { unset: 'not set: any address' },
    },
    'withdrawal-callback-retry': {
      question: 'Whether the service resends a refused withdrawal callback.',
      means: { 'as-deposits': 'every 2 minutes for 24 hours', none: 'no: every refusal is final' },
    },
  },
  fixed: {
    'api-version': {
      question: 'Choice of the interface version.',
      assumed: '/api/v1',
      because: 'The interface shows no other version.',
    },
    'business-fields': {
      question: 'Required fields of a business, and the values of theme.',
      assumed: 'Any field may be missing, and texts are shown as received.',
      because: 'Requiring a field would lose the others.',
    },
    'business-scope': {
      question: 'Permission scope of the business read.',
      assumed: 'The scope of the API key.',
      because: 'The service grants scopes. The check of the business read shows whether it is enough.',
    },
    'callback-method': {
      question: 'HTTP method of callbacks, and what counts as delivered.',
      assumed: 'POST. Any 2xx answer is a success; this product answers 200.',
      because: 'A callback has a body, so it needs POST. Other methods are answered 405 and counted.',
    },
    'callback-required-fields': {
      question: 'Required fields of a deposit callback.',
      assumed: 'Those that booking needs. A callback without them is quarantined.',
      because:
        'A deposit without amount, coin or address would be invented. You can release it with unknown fields.',
    },
    'coin-networks': {
      question: 'Networks that accept BNB, TRX and SOL deposits.',
      assumed: 'Those that the business record enables.',
      because: 'The business record reports them.',
    },
    'exchanged-callback-payload': {
      question: 'Content of the exchanged-deposit callback.',
      assumed: 'Any content. It is stored and has no effect on payments.',
      because: 'The interface shows none of its fields.',
    },
    'minimum-keys': {
      question: 'Currencies of the deposit minimums.',
      assumed: 'Any. A missing minimum is unknown, not 0.',
      because: 'All reported minimums are shown.',
    },
    'minimum-processing-amount': {
      question: 'The Minimum Deposit Processing Amount.',
      assumed: 'Unknown. Deposits below it show the service’s own status.',
      because: 'The service decides, so an assumed amount could be wrong.',
    },
    'received-text-lengths': {
      question: 'Maximum length of texts from the service.',
      assumed: 'IDs up to 500 characters and other texts up to 10,000. Longer ones are quarantined.',
      because: 'Every callback is stored completely, and you can release longer ones.',
    },
    scales: {
      question: 'Scales of riskScore, userServiceFeeDistributionPercentage and settlementCryptoRatio.',
      assumed: 'None. Values are shown as received.',
      because: 'Nothing is calculated from them, and a wrong scale would mislead.',
    },
    'timestamp-tolerance': {
      question: 'Allowed difference between a request’s timestamp and the service’s clock.',
      assumed: 'Unknown. Requests carry the true time.',
      because: 'Only the true time is safe with any tolerance. The checks show the clock difference.',
    },
    transitions: {
      question: 'Which status can change to which.',
      assumed: 'Any. Conflicts are shown, not refused.',
      because: 'Refusing a reported status would hide it.',
    },
    'withdrawal-record': {
      question: 'The withdrawal record, its creation request and its time.',
      assumed: 'None. Withdrawals come from callbacks, at the time of receipt.',
      because: 'The interface shows no path and no fields.',
    },
  },
});
