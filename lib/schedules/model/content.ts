import * as z from 'zod';
import type { FileFormat } from '#lib/exports/schema.ts';
import { fileFormats } from '#lib/exports/schema.ts';
import type { ViewList } from '#lib/saved-views/schema.ts';
import { viewLists } from '#lib/saved-views/schema.ts';

export const reportKinds = ['statement', 'view', 'export'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** The report of a schedule. A null `viewId` is the whole list. */
export type ReportSubject =
  | { readonly kind: 'statement'; readonly currency: string }
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

/** The report of a run, with the period or the filters of that moment. */
export const reportContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('statement'), currency: z.string(), period: z.string() }),
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
