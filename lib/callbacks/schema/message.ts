import type { FieldEffect } from '#lib/observations/model/field-effect.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Source } from '#lib/values/provenance.ts';
import type { Segment } from '../model/displayed-bytes.ts';
import type { ShownVerdict } from '../model/verdict.ts';
import type { CallbackRow } from './list.ts';

/** One time that the content was sent. All but the first are duplicates. */
export type Delivery = {
  readonly deliveryId: string;
  readonly at: Instant;
  /** Redacted when they were stored. */
  readonly headers: Readonly<Record<string, string>>;
  readonly isFirst: boolean;
};

/** What a person or a reprocessing did to it. */
export type Decision = {
  readonly revision: number;
  readonly kind: 'released' | 'rejected' | 'reprocessed';
  readonly at: Instant;
  /** Null: an operator at the command line. */
  readonly person: string | null;
  readonly note: string | null;
  readonly accepted: readonly { readonly path: string; readonly how: 'as-it-came' | 'left-out' }[];
  readonly verdictBefore: string;
  readonly verdictAfter: string;
};

/** A reason against it, and how a person may accept it. Null: not at all. */
export type OpenReason = Flaw & { readonly acceptance: 'as-it-came' | 'left-out' | null };

/** Another content about the same deposit or withdrawal. */
export type Version = {
  readonly messageId: string;
  /** Names it in links. */
  readonly reference: string;
  /** Null where the person may not see all of the bytes. */
  readonly sha256: string | null;
  readonly verdict: ShownVerdict;
  readonly firstReceivedAt: Instant;
};

/** Values of one field that can't all be right, each with the callback that said it, where one did. */
export type Contradiction = {
  readonly field: string;
  readonly values: readonly {
    readonly value: string;
    readonly source: Source;
    readonly at: Instant;
    /** Names the callback in links; null where none said it. */
    readonly reference: string | null;
    readonly isThis: boolean;
  }[];
};

/** Everything about a callback but what its bytes say. No risk detail. */
export type CallbackPageView = {
  readonly row: CallbackRow;
  /** Of the bytes. Null where the person may not see all of them. */
  readonly length: number | null;
  readonly reasons: readonly OpenReason[];
  /** The newest ones, and the first. */
  readonly deliveries: readonly Delivery[];
  readonly decisions: readonly Decision[];
  /** What it said, field by field, and what that changed; empty where it was not applied. Null: too much was observed. */
  readonly effects: readonly FieldEffect[] | null;
  readonly versions: readonly Version[];
  readonly contradictions: readonly Contradiction[];
  readonly mayDecide: boolean;
};

/** A field of the body beside what was read of it. */
export type ReadField = {
  readonly name: string;
  /** As it was written; null where it is absent. */
  readonly written: string | null;
  /** It is there and says null, which is another thing than to be absent, or to say "null". */
  readonly isNull: boolean;
  /** What was understood, where that differs from how it was written. */
  readonly understood: string | null;
  readonly problem: string | null;
  /** Whether the interface names it. */
  readonly isNamed: boolean;
};

/** What its bytes say, as far as the person may see it. */
export type CallbackContent = {
  /** `text`: UTF-8; `hex`: not; `withheld`: it can't be told apart from risk detail. */
  readonly shownAs: 'text' | 'hex' | 'withheld';
  readonly segments: readonly Segment[];
  /** With their problems in full: a mark's number is an index here. */
  readonly reasons: readonly Flaw[];
  /**
   * The fields that are left out wherever they stand, so that the text is ours and not the bytes. The same for every
   * body: which of them it has is hidden too.
   */
  readonly removed: readonly string[];
  /** Whether a secret of ours was hidden in it. */
  readonly masked: boolean;
  /** Null where it is no JSON object. */
  readonly fields: readonly ReadField[] | null;
};
