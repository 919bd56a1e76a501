import type { Amount, SignedAmount } from './amount.ts';
import type { Instant } from './instant.ts';
import type { UnixSeconds } from './unix-seconds.ts';

/**
 * What the fields of a stored record are. From such a map come the columns that are read, the type of what was
 * read and the columns of an export, so that the three can't drift apart.
 */
type Nullable = {
  text: string;
  amount: Amount;
  /** A depeg loss, which may carry a sign. */
  signed: SignedAmount;
  /** A time that the service told. */
  seconds: UnixSeconds;
  /** A time of ours. */
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
export type FieldMap = Readonly<Record<string, FieldKind>>;

type ValueOf<Kind extends FieldKind> = Kind extends keyof Nullable
  ? Nullable[Kind] | null
  : Kind extends keyof Present
    ? Present[Kind]
    : never;

/** A record with these fields. Null means never told. */
export type RecordOf<Fields extends FieldMap> = { readonly [Name in keyof Fields]: ValueOf<Fields[Name]> };

/** `paymentInitiatedAt` → `payment_initiated_at`. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
