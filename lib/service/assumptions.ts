import 'server-only';
import type { ServiceSettings } from './settings.ts';
import { serviceSettings } from './settings.ts';

/**
 * A point that the interface leaves open ("not shown") and that the code had to settle. Each is listed here once,
 * with how it was settled; the Connection page shows them all.
 */
export type Assumption = {
  readonly key: string;
  /** What is not shown. */
  readonly question: string;
  /** Where the interface leaves it open. */
  readonly section: string;
  /** The variable that changes it. Null: no setting changes it, only the code does. */
  readonly variable: string | null;
  /** Where the code settles what has no variable: the file that would have to change. Null where a variable does. */
  readonly settledIn: string | null;
  /** What is assumed where the variable is not set. */
  readonly default: string;
  /** What is assumed now. */
  readonly value: string;
};

type Settled = Omit<Assumption, 'value' | 'variable' | 'settledIn'> &
  (
    | { readonly variable: string; readonly value: string; readonly settledIn?: never }
    | { readonly settledIn: string; readonly variable?: never; readonly value?: never }
  );

const noneText = (text: string): string => (text === '' ? 'nothing' : JSON.stringify(text));

function settled(now: ServiceSettings): Settled[] {
  return [
    {
      key: 'authorization-scheme',
      question: 'The literal word that begins the Authorization header; SVC-API is a stand-in.',
      section: '§5',
      variable: 'SERVICE_AUTH_SCHEME',
      default: 'SVC-API',
      value: now.scheme,
    },
    {
      key: 'signature-algorithm',
      question: 'By which algorithm a request is signed.',
      section: '§5',
      variable: 'SERVICE_SIGNATURE_ALGORITHM',
      default: 'sha256',
      value: now.signature.algorithm,
    },
    {
      key: 'signature-encoding',
      question: 'How the signature is written.',
      section: '§5',
      variable: 'SERVICE_SIGNATURE_ENCODING',
      default: 'hex',
      value: now.signature.encoding,
    },
    {
      key: 'signature-parts',
      question: 'What is signed, and in which order.',
      section: '§5',
      variable: 'SERVICE_SIGNATURE_PARTS',
      default: 'timestamp, method, path, body',
      value: now.signature.parts.join(', '),
    },
    {
      key: 'signature-join',
      question: 'What stands between the signed parts.',
      section: '§5',
      variable: 'SERVICE_SIGNATURE_JOIN',
      default: 'nothing',
      value: noneText(now.signature.join),
    },
    {
      key: 'business-authentication',
      question: 'Whether reading a business takes the bare key of its example or the full header.',
      section: '§5',
      variable: 'SERVICE_BUSINESS_AUTH',
      default: 'bare',
      value: now.businessAuthentication,
    },
    {
      key: 'minimums-authentication',
      question: 'Whether the deposit minimums need authentication; the example carries none.',
      section: '§5',
      variable: 'SERVICE_METADATA_AUTH',
      default: 'none',
      value: now.minimumsAuthentication,
    },
    {
      key: 'payment-read-path',
      question: 'The path of "get payment data".',
      section: '§4.4',
      variable: 'SERVICE_PAYMENT_READ_PATH',
      default: 'not set: payments are not read',
      value: now.paymentReadPath ?? 'not set: payments are not read',
    },
    {
      key: 'payment-read-authentication',
      question: 'How reading a payment is authenticated.',
      section: '§4.4',
      variable: 'SERVICE_PAYMENT_READ_AUTH',
      default: 'signed',
      value: now.paymentReadAuthentication,
    },
    {
      key: 'payment-read-answer',
      question: 'What "get payment data" answers with.',
      section: '§4.4',
      settledIn: 'lib/payments/read-from-service.ts',
      default: 'a payment record (§2.3) as the whole body',
    },
    {
      key: 'create-refused-statuses',
      question: 'Which answers mean that no payment was created. All others but 200 count as unknown.',
      section: '§7',
      variable: 'SERVICE_REFUSED_STATUSES',
      default: '400, 401, 403, 404, 422',
      value: now.refusedStatuses.join(', '),
    },
    {
      key: 'error-body',
      question: 'The shape of an error answer.',
      section: '§7',
      settledIn: 'lib/service/words.ts',
      default: 'any; words are looked for under message, error, detail, errors, else the text is shown',
    },
    {
      key: 'repeat-of-client-payment-id',
      question: 'What a second create request with the same clientPaymentId does.',
      section: '§2.2',
      settledIn: 'lib/payments/send-again.ts',
      default: 'it may make a second payment: sent again only when a person says so',
    },
    {
      key: 'payment-type-default',
      question: 'Defaults of type, and of rateType for ONE_TIME.',
      section: '§2.2',
      settledIn: 'lib/payments/model-request.ts',
      default: 'never relied on: both are always sent',
    },
    {
      key: 'text-lengths',
      question: 'Maximum lengths of text fields.',
      section: '§8',
      settledIn: 'lib/payments/schema-create.ts',
      default: 'a client payment ID of up to 255 and a redirect URL of up to 2,000 characters are sent',
    },
    {
      key: 'success-status',
      question: 'Whether an operation can succeed with another status than 200.',
      section: '§7',
      settledIn: 'lib/payments/create-outcome.ts',
      default: 'no: 200 alone is success',
    },
    {
      key: 'rate-limits',
      question: 'How often the service may be asked.',
      section: '§8',
      settledIn: 'lib/minimums/refresh-readings.ts',
      default: 'business and minimums hourly; payments as the PAYMENT_READ_… variables say',
    },
    {
      key: 'callback-method',
      question: 'HTTP method of callbacks, and what counts as successful delivery.',
      section: '§6.3',
      settledIn: 'app/api/callbacks/[business]/[secret]/[kind]/route.ts',
      default: 'POST; an answer of 200',
    },
    {
      key: 'callback-signing',
      question: 'Whether and how callbacks are signed.',
      section: '§6.3',
      settledIn: 'lib/callbacks/address.ts',
      default: 'not: the address carries a secret of ours',
    },
    {
      key: 'withdrawal-callback-retry',
      question: 'Whether a refused withdrawal callback is sent again.',
      section: '§6.3',
      settledIn: 'lib/callbacks/answer-request.ts',
      default: 'no: every refusal is treated as final and raises an alarm',
    },
    {
      key: 'exchanged-callback-payload',
      question: 'Payload of the exchanged-deposit callback.',
      section: '§6.3',
      settledIn: 'lib/observations/observe-callback.ts',
      default: 'any: stored raw, with no effect on payments',
    },
    {
      key: 'callback-actual-amounts',
      question: "Whether the deposit callback's actual… amounts are of that deposit or of the whole payment.",
      section: '§6.1',
      settledIn: 'lib/observations/model-callback.ts',
      default: 'of that deposit, and never added up across callbacks',
    },
    {
      key: 'callback-depeg-unit',
      question: "The unit of the deposit callback's displayRateDepegLossAmount.",
      section: '§6.1',
      variable: 'SERVICE_CALLBACK_DEPEG_UNIT',
      default: 'deposit',
      value: now.callbackDepegUnit,
    },
    {
      key: 'callback-settlement-amount',
      question: "Whether the deposit callback's settlementAmount is before or after fees.",
      section: '§6.1',
      settledIn: 'lib/observations/model-callback.ts',
      default: 'neither is assumed: it is kept beside settlementPayableAmount, never in its place',
    },
    {
      key: 'scales',
      question: 'Scales of riskScore, userServiceFeeDistributionPercentage and settlementCryptoRatio.',
      section: '§2.3, §2.4, §2.7',
      settledIn: 'lib/observations/model-fields.ts',
      default: 'none: printed as received',
    },
    {
      key: 'transitions',
      question: 'Which statuses may follow one another.',
      section: '§3',
      settledIn: 'lib/observations/model-register.ts',
      default: 'any: no transition is refused, contradictions are shown',
    },
  ];
}

export const assumptions = (settings = serviceSettings()): readonly Assumption[] =>
  settled(settings).map((one) => ({
    ...one,
    variable: one.variable ?? null,
    settledIn: one.settledIn ?? null,
    value: one.value ?? one.default,
  }));
