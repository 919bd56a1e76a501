import 'server-only';
import { env } from '#lib/platform/env.ts';
import type { Env } from '#lib/platform/env-schema.ts';
import type { CallbackMeaning } from './contract/callback-meaning.ts';
import type { ExpiryStart } from './contract/expiry-start.ts';
import type { Credentials, SignatureSettings } from './signing.ts';

export type Authentication = 'none' | 'bare' | 'signed';

/** How we speak to the service, from the one home of what the interface leaves open (lib/values/assumptions). */
export type ServiceSettings = {
  readonly baseUrl: string;
  readonly scheme: string;
  readonly credentials: Credentials;
  readonly signature: SignatureSettings;
  readonly businessAuthentication: Authentication;
  readonly minimumsAuthentication: Authentication;
  /** Null: payments can't be read. */
  readonly paymentReadPath: string | null;
  readonly paymentReadAuthentication: Authentication;
  /** The field of the payment read's answer that holds the record. Null: the whole body is the record. */
  readonly paymentReadField: string | null;
  /** Answers that mean: it was done. */
  readonly successStatuses: readonly number[];
  /** Answers to a create request that mean: no payment was made. */
  readonly refusedStatuses: readonly number[];
  /** Where an error answer says what is wrong. */
  readonly errorFields: readonly string[];
  /** What type and rateType are taken to be where nobody says (§2.2); we always say. */
  readonly usualTerms: { readonly type: 'ONE_TIME' | 'REUSABLE'; readonly rateType: 'FIXED' | 'FLOATING' };
  /** From when the minutes of a payment are counted (§2.2). */
  readonly expiryStart: ExpiryStart;
  readonly longestClientId: number;
  readonly longestRedirectUrl: number;
  /** Seconds after which business and minimums are read again. */
  readonly refreshSeconds: number;
  /** What the open fields of a deposit callback mean (§6.1). */
  readonly callbackMeaning: CallbackMeaning;
  /** Whether a refused withdrawal callback is sent again (§6.3); deposit callbacks are (§6.1). */
  readonly withdrawalsComeAgain: boolean;
  /** The currency of a deposit callback's displayRateDepegLossAmount (§6.1). */
  readonly callbackDepegUnit: 'deposit' | 'display';
};

export const serviceSettings = (from: Env = env): ServiceSettings => ({
  baseUrl: from.SERVICE_BASE_URL,
  scheme: from.SERVICE_AUTH_SCHEME,
  credentials: { key: from.SERVICE_API_KEY, secret: from.SERVICE_API_SECRET },
  signature: {
    algorithm: from.SERVICE_SIGNATURE_ALGORITHM,
    encoding: from.SERVICE_SIGNATURE_ENCODING,
    parts: from.SERVICE_SIGNATURE_PARTS,
    join: from.SERVICE_SIGNATURE_JOIN,
  },
  businessAuthentication: from.SERVICE_BUSINESS_AUTH,
  minimumsAuthentication: from.SERVICE_METADATA_AUTH,
  paymentReadPath: from.SERVICE_PAYMENT_READ_PATH ?? null,
  paymentReadAuthentication: from.SERVICE_PAYMENT_READ_AUTH,
  paymentReadField: from.SERVICE_PAYMENT_READ_FIELD ?? null,
  successStatuses: from.SERVICE_SUCCESS_STATUSES,
  refusedStatuses: from.SERVICE_REFUSED_STATUSES,
  errorFields: from.SERVICE_ERROR_FIELDS,
  usualTerms: { type: from.SERVICE_DEFAULT_TYPE, rateType: from.SERVICE_DEFAULT_RATE_TYPE },
  expiryStart: from.SERVICE_EXPIRY_START,
  longestClientId: from.SERVICE_LONGEST_CLIENT_ID,
  longestRedirectUrl: from.SERVICE_LONGEST_REDIRECT_URL,
  refreshSeconds: from.SERVICE_REFRESH_SECONDS,
  callbackMeaning: {
    amounts: from.SERVICE_CALLBACK_AMOUNTS,
    settlementAmount: from.SERVICE_CALLBACK_SETTLEMENT_AMOUNT,
  },
  withdrawalsComeAgain: from.SERVICE_WITHDRAWAL_RETRY === 'as-deposits',
  callbackDepegUnit: from.SERVICE_CALLBACK_DEPEG_UNIT,
});
