import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';

/** Everything that was asked, done or told, as one line of time. `raw` names bytes that can be looked at. */
export type TimelineEntry = { readonly id: string; readonly at: Instant } & (
  | {
      /** We asked the service to create the payment, or to create it again. */
      readonly kind: 'attempt';
      readonly person: string | null;
      /** Null while it is under way or if we never heard. */
      readonly outcome: string | null;
      readonly httpStatus: number | null;
      readonly message: string | null;
    }
  | {
      /** The request behind this payment has another payment too. `confirmed`: an answer to the request named it. */
      readonly kind: 'other-payment';
      readonly paymentId: PaymentId;
      readonly confirmed: boolean;
    }
  | {
      readonly kind: 'answer';
      readonly source: 'create' | 'read' | 'import';
      /** The same content was told until then. */
      readonly lastAt: Instant;
      readonly repeats: number;
      readonly flaws: readonly Flaw[];
      /** Of an import. */
      readonly person: string | null;
      readonly fileName: string | null;
      readonly raw: string;
    }
  | {
      readonly kind: 'callback';
      readonly name: string;
      readonly lastAt: Instant;
      readonly repeats: number;
      readonly verdict: string;
      readonly reasons: readonly Flaw[];
      readonly subjectId: string | null;
      readonly raw: string;
    }
);

/** Part of a timeline, newest first. `after` says where it goes on; null: nothing older is kept. */
export type TimelinePage = {
  readonly entries: readonly TimelineEntry[];
  readonly after: string | null;
};

/** What was received, as text for people. */
export type RawView = {
  /** Indented JSON; null where it may not be shown. */
  readonly text: string | null;
  /** Fields that are left out wherever they stand for a person who may not see risk detail: the same for every body. */
  readonly removed: readonly string[];
  /** Why there is no text. */
  readonly why: string | null;
};
