import type { ResolutionReason } from '#lib/payments/schema/exception-work.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';

/** The most important change of one step: the resolution, else the assignee, else the note. */
export type ExceptionChange = 'resolved' | 'reopened' | 'assigned' | 'unassigned' | 'note';

/** A request, action or observation in a timeline. `raw` names stored content that can be viewed. */
export type TimelineEntry = { readonly id: string; readonly at: Instant } & (
  | {
      /** An attempt to create the payment at the service, or to create it again. */
      readonly kind: 'attempt';
      readonly person: string | null;
      /** Null while under way, or if no answer was received. */
      readonly outcome: string | null;
      readonly httpStatus: number | null;
      readonly message: string | null;
    }
  | {
      /** Work on the exception of the payment. */
      readonly kind: 'exception-work';
      readonly person: string | null;
      /** The assignee's name after it. Null when it is unassigned. */
      readonly owner: string | null;
      readonly note: string;
      readonly change: ExceptionChange;
      /** Why it was resolved. Null: no reason was chosen, or it is open. */
      readonly reason: ResolutionReason | null;
    }
  | {
      /** Another payment of the same request. `confirmed` if an answer to the request named it. */
      readonly kind: 'other-payment';
      readonly paymentId: PaymentId;
      readonly confirmed: boolean;
    }
  | {
      readonly kind: 'answer';
      readonly source: 'create' | 'read' | 'import';
      /** When the same content was last received. */
      readonly lastAt: Instant;
      readonly repeats: number;
      readonly flaws: readonly Flaw[];
      /** The person and file of an import. */
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

/** A part of a timeline, newest first. `after` is the cursor of the next part, or null at the end. */
export type TimelinePage = {
  readonly entries: readonly TimelineEntry[];
  readonly after: string | null;
};

/** The newest entries of several timelines. */
export type MergedTimeline = {
  readonly entries: readonly TimelineEntry[];
  /** The subjects of an entry by its ID. */
  readonly labels: Readonly<Record<string, string>>;
  /** True if older entries are left out. */
  readonly more: boolean;
};

/** Stored content as text. */
export type RawView = {
  /** Indented JSON, or null if withheld. */
  readonly text: string | null;
  /** Fields that are removed without the permission to read risk detail, the same for every content. */
  readonly removed: readonly string[];
  /** The reason if there is no text. */
  readonly why: string | null;
};
