import { expectOneOf, list, statuses, text, token, wholeNumber } from './checks.ts';
import { mostClientIdCharacters, mostRedirectCharacters } from './limits.ts';

/** What is not shown of requests to the service and their answers (§2.2, §4, §5, §7, §8). */

const algorithms = ['sha256', 'sha384', 'sha512'] as const;
const encodings = ['hex', 'base64', 'base64url'] as const;
const parts = ['timestamp', 'method', 'path', 'body', 'key'] as const;
const isPart = (value: string): value is (typeof parts)[number] => parts.some((part) => part === value);
const isName = (value: string): boolean => /^\w{1,64}$/.test(value);

const authentications = {
  none: 'without an Authorization header',
  bare: 'the API key alone',
  signed: 'the whole header',
} as const;

export const requestAssumptions = {
  SERVICE_AUTH_SCHEME: {
    key: 'authorization-scheme',
    question: 'The literal word that begins the Authorization header; SVC-API is a stand-in.',
    section: '§5',
    check: token('one word without spaces').prefault('SVC-API'),
  },
  SERVICE_SIGNATURE_ALGORITHM: {
    key: 'signature-algorithm',
    question: 'By which algorithm a request is signed.',
    section: '§5',
    check: expectOneOf(algorithms).prefault('sha256'),
  },
  SERVICE_SIGNATURE_ENCODING: {
    key: 'signature-encoding',
    question: 'How the signature is written.',
    section: '§5',
    check: expectOneOf(encodings).prefault('hex'),
  },
  SERVICE_SIGNATURE_PARTS: {
    key: 'signature-parts',
    question: 'What is signed, and in which order.',
    section: '§5',
    check: list(`some of ${parts.join(', ')}, separated by commas, in the order they are signed`, isPart)
      .transform((given) => given.filter(isPart))
      .prefault('timestamp,method,path,body'),
  },
  SERVICE_SIGNATURE_JOIN: {
    key: 'signature-join',
    question: 'What stands between the signed parts.',
    section: '§5',
    check: text('the text between the signed parts')
      .transform((value) => value.replaceAll('\\n', '\n'))
      .prefault(''),
    means: { '': 'nothing', '\n': 'a line break', ' ': 'a space' },
  },
  SERVICE_BUSINESS_AUTH: {
    key: 'business-authentication',
    question: 'Whether reading a business takes the bare key of its example or the full header.',
    section: '§5',
    check: expectOneOf(['bare', 'signed']).prefault('bare'),
    means: authentications,
  },
  SERVICE_METADATA_AUTH: {
    key: 'minimums-authentication',
    question: 'Whether the deposit minimums need authentication; the example carries none.',
    section: '§5',
    check: expectOneOf(['none', 'bare', 'signed']).prefault('none'),
    means: authentications,
  },
  SERVICE_PAYMENT_READ_PATH: {
    key: 'payment-read-path',
    question: 'The path of "get payment data".',
    section: '§4.4',
    check: text('a path with {paymentId} in it')
      .refine((value) => /^\/[^\s?#]*\{paymentId\}[^\s#]*$/.test(value), {
        error: 'a path with {paymentId} in it',
      })
      .optional(),
    means: { '': 'not set: payments are not read' },
  },
  SERVICE_PAYMENT_READ_AUTH: {
    key: 'payment-read-authentication',
    question: 'How reading a payment is authenticated.',
    section: '§4.4',
    check: expectOneOf(['none', 'bare', 'signed']).prefault('signed'),
    means: authentications,
  },
  SERVICE_PAYMENT_READ_FIELD: {
    key: 'payment-read-answer',
    question: 'Where in the answer of "get payment data" the payment record (§2.3) stands.',
    section: '§4.4',
    check: list('the name of a field, such as paymentInfo', isName)
      .refine((names) => names.length === 1, { error: 'the name of one field, such as paymentInfo' })
      .transform(([name]) => name ?? '')
      .optional(),
    means: { '': 'the whole body is the record' },
  },
  SERVICE_SUCCESS_STATUSES: {
    key: 'success-status',
    question: 'Whether an operation can succeed with another status than 200.',
    section: '§7',
    check: statuses(2).prefault('200'),
  },
  SERVICE_REFUSED_STATUSES: {
    key: 'create-refused-statuses',
    question:
      'Which answers mean that no payment was created. All others but those of success count as unknown.',
    section: '§7',
    check: statuses(4).prefault('400,401,403,404,422'),
  },
  SERVICE_ERROR_FIELDS: {
    key: 'error-body',
    question: 'In which fields an error answer says what is wrong. Without any of them its text is shown.',
    section: '§7',
    check: list('names of fields, separated by commas', isName).prefault(
      'message,error,detail,description,title,reason,errors,code',
    ),
  },
  SERVICE_REPEATED_CLIENT_ID: {
    key: 'repeat-of-client-payment-id',
    question:
      'What a second create request with the same clientPaymentId does. We ask a person before we send one, whatever stands here; the sandbox acts as it says.',
    section: '§2.2',
    check: expectOneOf(['accepted', 'refused']).prefault('accepted'),
    means: { accepted: 'it makes a second payment', refused: 'it is refused' },
  },
  SERVICE_DEFAULT_TYPE: {
    key: 'payment-type-default',
    question:
      'The default of type. We always send one: this is what the form opens with, and what the sandbox takes.',
    section: '§2.2',
    check: expectOneOf(['ONE_TIME', 'REUSABLE']).prefault('ONE_TIME'),
  },
  SERVICE_DEFAULT_RATE_TYPE: {
    key: 'rate-type-default',
    question:
      'The default of rateType for ONE_TIME. We always send one: this is what the form opens with, and what the sandbox takes.',
    section: '§2.2',
    check: expectOneOf(['FIXED', 'FLOATING']).prefault('FIXED'),
  },
  SERVICE_EXPIRY_START: {
    key: 'expiry-start',
    question:
      'From when the minutes of a payment are counted. What is reckoned here is an expectation, until a callback tells expirationTime.',
    section: '§2.2',
    check: expectOneOf(['initiated', 'requested']).prefault('initiated'),
    means: {
      initiated: 'from paymentInitiatedAt',
      requested: 'from paymentRequestedAt; without it the expiry is unknown',
    },
  },
  SERVICE_LONGEST_CLIENT_ID: {
    key: 'client-id-length',
    question: 'How many characters a client payment ID may have.',
    section: '§8',
    check: wholeNumber(1, mostClientIdCharacters, 'characters').prefault('255'),
  },
  SERVICE_LONGEST_REDIRECT_URL: {
    key: 'redirect-url-length',
    question: 'How many characters a redirect URL may have.',
    section: '§8',
    check: wholeNumber(20, mostRedirectCharacters, 'characters').prefault('2000'),
  },
  SERVICE_REFRESH_SECONDS: {
    key: 'rate-limits',
    question:
      'How often the service may be asked. Business and minimums are read again after so many seconds; payments as the PAYMENT_READ_… variables say.',
    section: '§8',
    check: wholeNumber(60, 604_800, 'seconds').prefault('3600'),
  },
};
