import type { ListCount } from '#lib/lists/model/query.ts';
import type { Amount } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Provisional } from '#lib/values/provisional.ts';

/** The value that two records share. `refund`: the transaction of this record's refund. */
export type Relation = 'reference' | 'address' | 'sender' | 'destination' | 'transaction' | 'refund';
export type LinkedRecordKind = 'payment' | 'deposit' | 'withdrawal';

/** A record that shares a value with the shown one. */
export type LinkedRecord = {
  readonly id: string;
  /** The merchant's reference, if reported. */
  readonly reference: string | null;
  readonly status: string | null;
  readonly amount: Amount | null;
  /** Null if the amount comes from the record. */
  readonly provisional: Provisional | null;
  readonly currency: string | null;
  readonly at: Instant;
};

/** The newest records of a kind that share one value. */
export type LinkedRecordGroup = {
  readonly relation: Relation;
  readonly kind: LinkedRecordKind;
  readonly rows: readonly LinkedRecord[];
  /** The number of further records. `atLeast` if counting stopped early. */
  readonly more: number;
  readonly atLeast: boolean;
  /** The URL query of the list of all matches, including this record if it is of the kind. */
  readonly address: string;
  /** The number of rows in that list. Null if all are shown here. */
  readonly listed: ListCount | null;
};

export type LinkedRecords = {
  readonly groups: readonly LinkedRecordGroup[];
  /** True if the address is shared and its tag is not reported, so that the address identifies no one. */
  readonly needsTag: boolean;
  /** The number of compared deposits if the record has more. Null if all were compared. */
  readonly compared: number | null;
};
