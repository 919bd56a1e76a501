import 'server-only';
import { env } from '#lib/platform/env.ts';
import type { Env } from '#lib/platform/env-schema.ts';
import type { ServiceKeys } from '#lib/platform/model-service-keys.ts';
import { readServiceKeys } from '#lib/platform/model-service-keys.ts';
import type { CurrencyDecimals } from '#lib/values/currencies.ts';
import type { CallbackMeaning } from './contract/callback-meaning.ts';
import type { ExpiryStart } from './contract/expiry-start.ts';
import type { SignatureSettings } from './signing.ts';

export type Authentication = 'none' | 'bare' | 'signed';

/**
 * The settings of the service client, including assumptions about points that the interface leaves open
 * (lib/values/assumptions).
 */
export type ServiceSettings = {
  readonly baseUrl: string;
  readonly scheme: string;
  /** Newest first. A request that the service refuses for its key is sent again with the next one. */
  readonly credentials: ServiceKeys;
  readonly signature: SignatureSettings;
  readonly businessAuthentication: Authentication;
  readonly minimumsAuthentication: Authentication;
  /** Null when payments can’t be read. */
  readonly paymentReadPath: string | null;
  readonly paymentReadAuthentication: Authentication;
  /** The field of a payment read’s answer that has the record. Null when the whole body is the record. */
  readonly paymentReadField: string | null;
  /** Statuses that mean success. */
  readonly successStatuses: readonly number[];
  /** Statuses of create answers that mean that no payment was made. */
  readonly refusedStatuses: readonly number[];
  /** Fields of an error answer that describe the error. */
  readonly errorFields: readonly string[];
  /** The assumed defaults of type and rateType (§2.2). We always send both. */
  readonly defaultTerms: { readonly type: 'ONE_TIME' | 'REUSABLE'; readonly rateType: 'FIXED' | 'FLOATING' };
  /** The assumed start of a payment’s expiry window (§2.2). */
  readonly expiryStart: ExpiryStart;
  /** The assumed decimals of fiat amounts that differ from ISO 4217 (§2.2). */
  readonly currencyDecimals: CurrencyDecimals;
  readonly longestClientId: number;
  readonly longestRedirectUrl: number;
  /** Seconds between reads of the business and the minimums. */
  readonly refreshSeconds: number;
  /** The most payments of batches that are requested per second, by all processes together (§8). */
  readonly createsPerSecond: number;
  /** The assumed meaning of open deposit callback fields (§6.1). */
  readonly callbackMeaning: CallbackMeaning;
  /** True if a refused withdrawal callback is sent again (§6.3), like deposit callbacks (§6.1). */
  readonly retriesWithdrawals: boolean;
  /** The currency of a deposit callback's displayRateDepegLossAmount (§6.1). */
  readonly callbackDepegUnit: 'deposit' | 'display';
};

/** Returns the settings from the environment. */
export const serviceSettings = (from: Env = env): ServiceSettings => ({
  baseUrl: from.SERVICE_BASE_URL,
  scheme: from.SERVICE_AUTH_SCHEME,
  // The environment is refused where they don't pair.
  credentials: readServiceKeys(from.SERVICE_API_KEY, from.SERVICE_API_SECRET) ?? [
    { key: from.SERVICE_API_KEY, secret: from.SERVICE_API_SECRET },
  ],
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
  defaultTerms: { type: from.SERVICE_DEFAULT_TYPE, rateType: from.SERVICE_DEFAULT_RATE_TYPE },
  expiryStart: from.SERVICE_EXPIRY_START,
  currencyDecimals: Object.fromEntries(
    (from.SERVICE_CURRENCY_DECIMALS ?? []).map((entry) => [entry.slice(0, 3), Number(entry.slice(4))]),
  ),
  longestClientId: from.SERVICE_LONGEST_CLIENT_ID,
  longestRedirectUrl: from.SERVICE_LONGEST_REDIRECT_URL,
  refreshSeconds: from.SERVICE_REFRESH_SECONDS,
  createsPerSecond: from.SERVICE_CREATES_PER_SECOND,
  callbackMeaning: {
    amounts: from.SERVICE_CALLBACK_AMOUNTS,
    settlementAmount: from.SERVICE_CALLBACK_SETTLEMENT_AMOUNT,
  },
  retriesWithdrawals: from.SERVICE_WITHDRAWAL_RETRY === 'as-deposits',
  callbackDepegUnit: from.SERVICE_CALLBACK_DEPEG_UNIT,
});
