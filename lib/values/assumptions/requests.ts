import { tAssumptions } from '#lib/messages/assumptions.ts';
import { tEnvironment } from '#lib/messages/environment.ts';
import { isFiatCurrency } from '../currencies.ts';
import {
  requireList,
  requireOneOption,
  requireStatuses,
  requireText,
  requireToken,
  requireWholeNumber,
} from './checks.ts';
import { maximumClientIdLength, maximumRedirectLength } from './limits.ts';

/** Open points of requests to the service and their answers (§2.2, §4, §5, §7, §8). */

const algorithms = ['sha256', 'sha384', 'sha512'] as const;
const encodings = ['hex', 'base64', 'base64url'] as const;
const parts = ['timestamp', 'method', 'path', 'body', 'key'] as const;
const isPart = (value: string): value is (typeof parts)[number] => parts.some((part) => part === value);
/** Accepts a currency and its decimals: `HUF=0`. */
const isDecimalsOfCurrency = (value: string): boolean => {
  const [currency = '', decimals = '', ...more] = value.split('=');
  return more.length === 0 && isFiatCurrency(currency) && /^[0-9]$/.test(decimals);
};
const isName = (value: string): boolean => /^\w{1,64}$/.test(value);

export const requestAssumptions = {
  SERVICE_AUTH_SCHEME: {
    key: 'authorization-scheme',
    question: tAssumptions('requests.authorization-scheme.question'),
    section: '§5',
    check: requireToken(tEnvironment('expected.word')).prefault('SVC-API'),
  },
  SERVICE_SIGNATURE_ALGORITHM: {
    key: 'signature-algorithm',
    question: tAssumptions('requests.signature-algorithm.question'),
    section: '§5',
    check: requireOneOption(algorithms).prefault('sha256'),
  },
  SERVICE_SIGNATURE_ENCODING: {
    key: 'signature-encoding',
    question: tAssumptions('requests.signature-encoding.question'),
    section: '§5',
    check: requireOneOption(encodings).prefault('hex'),
  },
  SERVICE_SIGNATURE_PARTS: {
    key: 'signature-parts',
    question: tAssumptions('requests.signature-parts.question'),
    section: '§5',
    check: requireList(tEnvironment('expected.signedParts', { values: parts.join(', ') }), isPart)
      .transform((values) => values.filter(isPart))
      .prefault('timestamp,method,path,body'),
  },
  SERVICE_SIGNATURE_JOIN: {
    key: 'signature-join',
    question: tAssumptions('requests.signature-join.question'),
    section: '§5',
    check: requireText(tEnvironment('expected.signatureSeparator'))
      .transform((value) => value.replaceAll('\\n', '\n'))
      .prefault(''),
    means: {
      '': tAssumptions('requests.signature-join.means.unset'),
      '\n': tAssumptions('requests.signature-join.means.lineBreak'),
      ' ': tAssumptions('requests.signature-join.means.space'),
    },
  },
  SERVICE_BUSINESS_AUTH: {
    key: 'business-authentication',
    question: tAssumptions('requests.business-authentication.question'),
    section: '§5',
    check: requireOneOption(['bare', 'signed']).prefault('bare'),
    means: {
      none: tAssumptions('requests.business-authentication.means.none'),
      bare: tAssumptions('requests.business-authentication.means.bare'),
      signed: tAssumptions('requests.business-authentication.means.signed'),
    },
  },
  SERVICE_METADATA_AUTH: {
    key: 'minimums-authentication',
    question: tAssumptions('requests.minimums-authentication.question'),
    section: '§5',
    check: requireOneOption(['none', 'bare', 'signed']).prefault('none'),
    means: {
      none: tAssumptions('requests.minimums-authentication.means.none'),
      bare: tAssumptions('requests.minimums-authentication.means.bare'),
      signed: tAssumptions('requests.minimums-authentication.means.signed'),
    },
  },
  SERVICE_PAYMENT_READ_PATH: {
    key: 'payment-read-path',
    question: tAssumptions('requests.payment-read-path.question'),
    section: '§4.4',
    check: requireText(tEnvironment('expected.paymentPath'))
      .refine((value) => /^\/[^\s?#]*\{paymentId\}[^\s#]*$/.test(value), {
        error: tEnvironment('expected.paymentPath'),
      })
      .optional(),
    means: { '': tAssumptions('requests.payment-read-path.means.unset') },
  },
  SERVICE_PAYMENT_READ_AUTH: {
    key: 'payment-read-authentication',
    question: tAssumptions('requests.payment-read-authentication.question'),
    section: '§4.4',
    check: requireOneOption(['none', 'bare', 'signed']).prefault('signed'),
    means: {
      none: tAssumptions('requests.payment-read-authentication.means.none'),
      bare: tAssumptions('requests.payment-read-authentication.means.bare'),
      signed: tAssumptions('requests.payment-read-authentication.means.signed'),
    },
  },
  SERVICE_PAYMENT_READ_FIELD: {
    key: 'payment-read-answer',
    question: tAssumptions('requests.payment-read-answer.question'),
    section: '§4.4',
    check: requireList(tEnvironment('expected.fieldName'), isName)
      .refine((names) => names.length === 1, { error: tEnvironment('expected.oneFieldName') })
      .transform(([name]) => name ?? '')
      .optional(),
    means: { '': tAssumptions('requests.payment-read-answer.means.unset') },
  },
  SERVICE_SUCCESS_STATUSES: {
    key: 'success-status',
    question: tAssumptions('requests.success-status.question'),
    section: '§7',
    check: requireStatuses(2).prefault('200'),
  },
  SERVICE_REFUSED_STATUSES: {
    key: 'create-refused-statuses',
    question: tAssumptions('requests.create-refused-statuses.question'),
    section: '§7',
    check: requireStatuses(4).prefault('400,401,403,404,422'),
  },
  SERVICE_ERROR_FIELDS: {
    key: 'error-body',
    question: tAssumptions('requests.error-body.question'),
    section: '§7',
    check: requireList(tEnvironment('expected.fieldNames'), isName).prefault(
      'message,error,detail,description,title,reason,errors,code',
    ),
  },
  SERVICE_REPEATED_CLIENT_ID: {
    key: 'repeat-of-client-payment-id',
    question: tAssumptions('requests.repeat-of-client-payment-id.question'),
    section: '§2.2',
    check: requireOneOption(['accepted', 'refused']).prefault('accepted'),
    means: {
      accepted: tAssumptions('requests.repeat-of-client-payment-id.means.accepted'),
      refused: tAssumptions('requests.repeat-of-client-payment-id.means.refused'),
    },
  },
  SERVICE_DEFAULT_TYPE: {
    key: 'payment-type-default',
    question: tAssumptions('requests.payment-type-default.question'),
    section: '§2.2',
    check: requireOneOption(['ONE_TIME', 'REUSABLE']).prefault('ONE_TIME'),
  },
  SERVICE_DEFAULT_RATE_TYPE: {
    key: 'rate-type-default',
    question: tAssumptions('requests.rate-type-default.question'),
    section: '§2.2',
    check: requireOneOption(['FIXED', 'FLOATING']).prefault('FIXED'),
  },
  SERVICE_EXPIRY_START: {
    key: 'expiry-start',
    question: tAssumptions('requests.expiry-start.question'),
    section: '§2.2',
    check: requireOneOption(['initiated', 'requested']).prefault('initiated'),
    means: {
      initiated: tAssumptions('requests.expiry-start.means.initiated'),
      requested: tAssumptions('requests.expiry-start.means.requested'),
    },
  },
  SERVICE_CURRENCY_DECIMALS: {
    key: 'currency-decimals',
    question: tAssumptions('requests.currency-decimals.question'),
    section: '§2.2',
    check: requireList(tEnvironment('expected.currencyDecimals'), isDecimalsOfCurrency).optional(),
    means: { '': tAssumptions('requests.currency-decimals.means.unset') },
  },
  SERVICE_LONGEST_CLIENT_ID: {
    key: 'client-id-length',
    question: tAssumptions('requests.client-id-length.question'),
    section: '§8',
    check: requireWholeNumber(1, maximumClientIdLength, tEnvironment('unit.characters')).prefault('255'),
  },
  SERVICE_LONGEST_REDIRECT_URL: {
    key: 'redirect-url-length',
    question: tAssumptions('requests.redirect-url-length.question'),
    section: '§8',
    check: requireWholeNumber(20, maximumRedirectLength, tEnvironment('unit.characters')).prefault('2000'),
  },
  SERVICE_REFRESH_SECONDS: {
    key: 'rate-limits',
    question: tAssumptions('requests.rate-limits.question'),
    section: '§8',
    check: requireWholeNumber(60, 604_800, tEnvironment('unit.seconds')).prefault('3600'),
  },
  SERVICE_CREATES_PER_SECOND: {
    key: 'create-rate',
    question: tAssumptions('requests.create-rate.question'),
    section: '§8',
    check: requireWholeNumber(1, 1_000, tEnvironment('unit.rows')).prefault('10'),
  },
};
