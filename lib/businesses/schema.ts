import * as z from 'zod';
import { tBusinesses } from '#lib/messages/new-payment.ts';
import type { BusinessRecord } from '#lib/service/contract/business.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { brand } from '#lib/values/brand.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Role } from '#lib/values/roles.ts';

export const businessIdInput = z
  .string()
  .refine(isUuid, tBusinesses('uuidExpected'))
  .transform((text) => brand<BusinessId>(text.toLowerCase()));

export const refreshBusinessForm = z.object({ businessId: businessIdInput });

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Intl accepts offsets such as +02:00, which have no daylight saving time.
    return name === 'UTC' || /^[A-Z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)+$/.test(name);
  } catch {
    return false;
  }
};

/** The IANA name of a time zone. */
export const timeZoneInput = z.string().max(64).refine(isTimeZone, tBusinesses('timeZoneInvalid'));

/** `businessId` is the business on whose page the person adds another one. */
export const addBusinessForm = z.object({
  businessId: businessIdInput,
  newBusinessId: z.string().trim().pipe(businessIdInput),
});

export const setTimeZoneForm = z.object({ businessId: businessIdInput, timeZone: timeZoneInput });

/** A business of the person. `timeZone` is the IANA zone of its days. */
export type BusinessLabel = {
  readonly businessId: BusinessId;
  readonly name: string;
  readonly timeZone: string;
};

/** A business with the role of the person. */
export type BusinessMembership = BusinessLabel & { readonly role: Role };

/** Why the latest attempt to read failed. `message` is our text, with the service's words where it sent any. */
type ReadingError = { readonly code: string; readonly message: string; readonly at: Instant };

/** When the content was read, and the result of the latest attempt. */
export type ReadingTimes = {
  /** Latest reading of the content; null: never. */
  readonly readAt: Instant | null;
  /** First reading of the same content. */
  readonly unchangedSince: Instant | null;
  /** Null when the latest attempt succeeded or there was none. */
  readonly error: ReadingError | null;
};

/** A field that the service sent and the interface doesn't name; `value` is its JSON. */
export type UnnamedField = { readonly name: string; readonly value: string };

/** §2.7 with the time of reading. The secret part of callback addresses is hidden. */
export type BusinessView = BusinessLabel &
  ReadingTimes & {
    /** Null when never read. Any field may be missing. */
    readonly record: Partial<BusinessRecord> | null;
    readonly flaws: readonly Flaw[];
    readonly unnamed: readonly UnnamedField[];
    /** The whole record as received, indented, with hidden secrets. */
    readonly raw: string | null;
  };

/** A field that differs between two readings. Null: the field was missing. Values are formatted for people. */
export type FieldChange = {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Only the hidden part of an address changed. */
  readonly secretOnly: boolean;
};

/** A reading that differs from the previous one. The oldest has no changes. */
export type BusinessChange = { readonly at: Instant; readonly changes: readonly FieldChange[] };

/** Values that the record allows in a payment request. Null: not reported. */
export type AcceptedTerms = {
  readonly displayCurrencies: readonly string[] | null;
  readonly depositCurrencies: readonly string[] | null;
  /** Networks enabled for each deposit currency. */
  readonly networks: Readonly<Record<string, readonly string[]>> | null;
};
