import * as z from 'zod';
import type { JournalMode } from '#lib/accounting/model/journal.ts';
import { journalModes, postings } from '#lib/accounting/model/journal.ts';
import type { JournalTarget } from '#lib/accounting/model/targets.ts';
import { journalTargets } from '#lib/accounting/model/targets.ts';
import type { FileFormat } from '#lib/exports/schema.ts';
import { fileFormats } from '#lib/exports/schema.ts';
import type { ViewList } from '#lib/saved-views/schema.ts';
import { viewLists } from '#lib/saved-views/schema.ts';

export const reportKinds = ['statement', 'all', 'journal', 'view', 'export'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** The report of a schedule. A null `viewId` is the whole list. `all` is the page of all businesses of a recipient. */
export type ReportSubject =
  | { readonly kind: 'statement'; readonly currency: string }
  | { readonly kind: 'all' }
  | {
      readonly kind: 'journal';
      readonly currency: string;
      readonly target: JournalTarget;
      readonly mode: JournalMode;
    }
  | {
      readonly kind: 'view';
      readonly list: ViewList;
      readonly viewId: string | null;
      readonly withRisk: boolean;
    }
  | {
      readonly kind: 'export';
      readonly list: ViewList;
      readonly viewId: string | null;
      readonly withRisk: boolean;
      readonly format: FileFormat;
    };

/** A report on a list. */
export const isOnList = <Report extends { readonly kind: ReportKind }>(
  report: Report,
): report is Extract<Report, { kind: 'view' | 'export' }> =>
  report.kind === 'view' || report.kind === 'export';

const journalFile = z.object({ runId: z.string(), fileName: z.string() });

/** Entries that files leave out, because they need a rate, with the text of their period. */
const withoutRate = z.object({ period: z.string(), count: z.number() });
export type WithoutRate = z.infer<typeof withoutRate>;

/** The report of a run, with the period or the filters of that moment. */
export const reportContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('statement'), currency: z.string(), period: z.string() }),
  z.object({ kind: z.literal('all'), period: z.string() }),
  z.object({
    kind: z.literal('journal'),
    currency: z.string(),
    period: z.string(),
    target: z.enum(journalTargets),
    mode: z.enum(journalModes),
    /** The stored file. Null: nothing was new, or everything needs a rate. */
    run: journalFile.nullable(),
    /** Further files for earlier periods, with what became known after their run. */
    late: z.array(journalFile).default([]),
    /** The periods of these files with entries that need a rate. */
    withoutRate: z.array(withoutRate).default([]),
    /** The posting with which no earlier period had entries that were left for another run. */
    completeFor: z.enum(postings).nullable().default(null),
  }),
  z.object({ kind: z.literal('view'), list: z.enum(viewLists), query: z.string(), withRisk: z.boolean() }),
  z.object({
    kind: z.literal('export'),
    list: z.enum(viewLists),
    query: z.string(),
    withRisk: z.boolean(),
    format: z.enum(fileFormats),
  }),
]);
export type ReportContent = z.infer<typeof reportContent>;

/** Returns how many entries the files of a report leave out, because they need a rate. */
export const countWithoutRate = (content: ReportContent | null): number =>
  content?.kind === 'journal' ? content.withoutRate.reduce((sum, { count }) => sum + count, 0) : 0;
