import type { RecordHolds } from '#lib/retention/schema.ts';
import type { CaseView, RelatedRecords } from '#lib/reviews/cases/schema/case.ts';
import type { CaseSubjects } from '#lib/reviews/cases/schema/subject.ts';
import type { CaseCounterpartyNote } from '#lib/reviews/counterparties/schema-notes.ts';
import type { WatchEntry } from '#lib/reviews/counterparties/watch/schema.ts';
import type { MergedTimeline } from './timeline.ts';

/** The records and risk that a case shows. They are read once for each view, because views are audited. */
export type CaseContent = {
  readonly subjects: CaseSubjects;
  readonly related: RelatedRecords;
  readonly watches: readonly WatchEntry[];
  /** The newest notes about its addresses and risk entities. */
  readonly notes: readonly CaseCounterpartyNote[];
  readonly timeline: MergedTimeline;
  /** The legal holds on the case, and on the record that protects it. */
  readonly holds: RecordHolds;
  /** The facts that a new report starts with. */
  readonly reportFacts: string;
};

/** A case with its content, as one answer. */
export type CaseWithContent = CaseContent & { readonly view: CaseView };
