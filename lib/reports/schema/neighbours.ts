import type { ListCount } from '#lib/lists/model/query.ts';
import type { Amount } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Provisional } from '#lib/values/provisional.ts';

/** What two records have in common; `refund`: the transaction of this one's refund. */
export type Relation = 'reference' | 'address' | 'sender' | 'destination' | 'transaction' | 'refund';
export type NeighbourKind = 'payment' | 'deposit' | 'withdrawal';

/** A record that shares something with the one that is looked at. */
export type Neighbour = {
  readonly id: string;
  /** The merchant's own reference, where one is known. */
  readonly reference: string | null;
  readonly status: string | null;
  readonly amount: Amount | null;
  /** Null where the amount is as its record tells it. */
  readonly provisional: Provisional | null;
  readonly currency: string | null;
  readonly at: Instant;
};

/** The newest records of a kind that share one thing. */
export type NeighbourGroup = {
  readonly relation: Relation;
  readonly kind: NeighbourKind;
  readonly rows: readonly Neighbour[];
  /** How many others there are beyond those; `atLeast` where they are not counted to the end. */
  readonly more: number;
  readonly atLeast: boolean;
  /** The list of all that share it, this record too where it is of the kind: what stands behind the `?`. */
  readonly address: string;
  /** How many that list has; null where all of them are shown here. */
  readonly listed: ListCount | null;
};

export type Neighbours = {
  readonly groups: readonly NeighbourGroup[];
  /** Its network tells payers apart by a tag that is not known here, so its address says nothing. */
  readonly needsTag: boolean;
  /** It has more deposits than were compared: the newest so many. Null where all were. */
  readonly compared: number | null;
};
