import type { Amount, SignedAmount } from './amount.ts';
import type { Instant } from './instant.ts';
import type { UnixSeconds } from './unix-seconds.ts';

/**
 * Field types of stored records. Columns, record types and export columns are derived from such a map, so that they
 * can't diverge.
 */
type Nullable = {
  text: string;
  amount: Amount;
  /** A depeg loss, which may be negative. */
  signed: SignedAmount;
  /** A time that the service reported. */
  seconds: UnixSeconds;
  /** A time that this product recorded. */
  instant: Instant;
  flag: boolean;
  count: number;
};
/** Columns that are never null. */
type Present = {
  name: string;
  total: number;
  texts: readonly string[];
  fact: boolean;
  moment: Instant;
};

export type FieldKind = keyof Nullable | keyof Present;
export type FieldMap = Readonly<Record<string, { readonly kind: FieldKind }>>;

type ValueOf<Kind extends FieldKind> = Kind extends keyof Nullable
  ? Nullable[Kind] | null
  : Kind extends keyof Present
    ? Present[Kind]
    : never;

/** A record with these fields. Null means never reported. */
export type RecordFromFields<Fields extends FieldMap> = {
  readonly [Name in keyof Fields]: ValueOf<Fields[Name]['kind']>;
};

/** Converts `paymentInitiatedAt` to `payment_initiated_at`. */
export const toSnakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
