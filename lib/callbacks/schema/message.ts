import type { FieldEffect } from '#lib/observations/model/field-effect.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Source } from '#lib/values/provenance.ts';
import type { TextSegment } from '../model/displayed-bytes.ts';
import type { ShownVerdict } from '../model/verdict.ts';
import type { CallbackRow } from './list.ts';

/** One delivery of the content. All but the first are duplicates. */
export type Delivery = {
  readonly deliveryId: string;
  readonly at: Instant;
  /** Redacted before they were stored. */
  readonly headers: Readonly<Record<string, string>>;
  readonly isFirst: boolean;
};

/** A decision of a person or of a reprocessing run. */
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

/** A reason for the quarantine, and how a person may accept it. Null: it can't be accepted. */
export type OpenReason = Flaw & { readonly acceptance: 'as-it-came' | 'left-out' | null };

/** Another content about the same deposit or withdrawal. */
export type Version = {
  readonly messageId: string;
  /** Identifies it in links. */
  readonly reference: string;
  /** Null if the person may not see all bytes. */
  readonly sha256: string | null;
  readonly verdict: ShownVerdict;
  readonly firstReceivedAt: Instant;
};

/** Contradicting values of one field, each with the callback that reported it, if one did. */
export type FieldConflict = {
  readonly field: string;
  readonly values: readonly {
    readonly value: string;
    readonly source: Source;
    readonly at: Instant;
    /** Identifies the callback in links. Null for other sources. */
    readonly reference: string | null;
    readonly isThis: boolean;
  }[];
};

/** Everything about a callback but its content. It has no risk detail. */
export type CallbackPageView = {
  readonly row: CallbackRow;
  /** Length of the content in bytes. Null if the person may not see all of it. */
  readonly length: number | null;
  readonly reasons: readonly OpenReason[];
  /** The newest deliveries and the first one. */
  readonly deliveries: readonly Delivery[];
  readonly decisions: readonly Decision[];
  /** Reported values and their changes, field by field. Empty if not applied; null if there are too many observations. */
  readonly effects: readonly FieldEffect[] | null;
  readonly versions: readonly Version[];
  readonly conflicts: readonly FieldConflict[];
  readonly mayDecide: boolean;
};

/** A field of the body with its parsed value. */
export type ReadField = {
  readonly name: string;
  /** The value as it was sent. Null if the field is absent. */
  readonly written: string | null;
  /** The value is JSON null: not absent, and not the string "null". */
  readonly isNull: boolean;
  /** The parsed value, if it differs from the sent one. */
  readonly understood: string | null;
  readonly problem: string | null;
  /** The interface documents this field. */
  readonly isNamed: boolean;
};

/** The content of a callback as the person may see it. */
export type CallbackContent = {
  /** `text`: UTF-8. `hex`: other bytes. `withheld`: it may include risk detail. `expired`: it was removed. */
  readonly displayFormat: 'text' | 'hex' | 'withheld' | 'expired';
  readonly segments: readonly TextSegment[];
  /** Reasons with their full problems. A segment's mark is an index into them. */
  readonly reasons: readonly Flaw[];
  /**
   * Fields that are removed at every level, so the text is formatted by us. The list is the same for every body, because
   * the presence of a field is hidden as well.
   */
  readonly removed: readonly string[];
  /** One of our secrets is masked in it. */
  readonly masked: boolean;
  /** Null if the content is not a JSON object. */
  readonly fields: readonly ReadField[] | null;
};
