import * as z from 'zod';
import type { BusinessRecord } from '#lib/service/contract/business.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { brand } from '#lib/values/brand.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';

export const businessIdInput = z
  .string()
  .refine(isUuid, 'must be a UUID')
  .transform((text) => brand<BusinessId>(text.toLowerCase()));

export const refreshBusinessForm = z.object({ businessId: businessIdInput });

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Offsets such as +02:00 are accepted by Intl and know no summer time.
    return name === 'UTC' || /^[A-Z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)+$/.test(name);
  } catch {
    return false;
  }
};

export const setTimeZoneForm = z.object({
  businessId: businessIdInput,
  timeZone: z.string().max(64).refine(isTimeZone, 'must be a name such as Europe/Vienna or UTC'),
});

/** A business that a person has a role at. `timeZone` is an IANA name; days are cut in it. */
export type BusinessLabel = {
  readonly businessId: BusinessId;
  readonly name: string;
  readonly timeZone: string;
};

/** Why the latest attempt to read failed. `message` is ours, with the service's words as text where it said any. */
type ReadingError = { readonly code: string; readonly message: string; readonly at: Instant };

/** When something of the service was read, and how the latest attempt went. */
export type ReadingTimes = {
  /** When the content that is shown was read last; null: never. */
  readonly readAt: Instant | null;
  /** Since when the service has said just this. */
  readonly unchangedSince: Instant | null;
  /** Null where the latest attempt succeeded or none was made. */
  readonly error: ReadingError | null;
};

/** A field that the service sent and the interface does not name; `value` is its JSON. */
export type UnnamedField = { readonly name: string; readonly value: string };

/** §2.7, with when it was read. The secret part of our own callback addresses is hidden. */
export type BusinessView = BusinessLabel &
  ReadingTimes & {
    /** Null where it was never read. Any field may be absent. */
    readonly record: Partial<BusinessRecord> | null;
    readonly flaws: readonly Flaw[];
    readonly unnamed: readonly UnnamedField[];
    /** The whole record as received, indented, our secrets hidden. */
    readonly raw: string | null;
  };

/** One field that differed between two readings. Null: the field was absent. Values are text for people. */
export type FieldChange = {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Only the hidden part of an address changed. */
  readonly secretOnly: boolean;
};

/** A reading that differed from the one before it; the oldest has no changes. */
export type BusinessChange = { readonly at: Instant; readonly changes: readonly FieldChange[] };

/** What a payment request may use, as the record tells. Null: the record does not tell. */
export type AcceptedTerms = {
  readonly displayCurrencies: readonly string[] | null;
  readonly depositCurrencies: readonly string[] | null;
  /** Networks enabled for each deposit currency. */
  readonly networks: Readonly<Record<string, readonly string[]>> | null;
};
