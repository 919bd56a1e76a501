import * as z from 'zod';
import type { ApprovalBlock } from '#lib/access/schema.ts';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import type { Total } from '#lib/values/amount.ts';
import type { Brand } from '#lib/values/brand.ts';
import { brand } from '#lib/values/brand.ts';
import type { BusinessId, IntentId, PaymentId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type {
  BatchField,
  CellProblem,
  FileEncoding,
  FileSeparator,
  RowValues,
  TermField,
} from './model/fields.ts';
import { batchFields, batchLimits, encodings, separators } from './model/fields.ts';
import type { DecimalSign } from './model/file-amount.ts';
import { decimalSigns } from './model/file-amount.ts';
import { rowFilters } from './model/row-filter.ts';

export type BatchId = Brand<string, 'BatchId'>;

/** Sources of rows. */
export const batchSources = ['csv', 'xlsx', 'pasted'] as const;
export type BatchSource = (typeof batchSources)[number];

/**
 * uploading: chunks are missing. uploaded: complete, without usable columns. checked: the rows can be corrected and
 * confirmed. running, paused: a person has confirmed it. stopped, done: it sends nothing more.
 */
export const batchStates = [
  'uploading',
  'uploaded',
  'checked',
  'running',
  'paused',
  'stopped',
  'done',
] as const;
export type BatchState = (typeof batchStates)[number];

export const rowStates = [
  'draft',
  'left-out',
  'queued',
  'sending',
  'unsent',
  'done',
  'failed',
  'unknown',
] as const;
export type RowState = (typeof rowStates)[number];

/** Why a run is paused: by a person, or because it can't continue without one. */
export const pauseReasons = [
  'person',
  'role',
  'unknown',
  'overloaded',
  'unreachable',
  'failing',
  'refused',
  'restored',
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** Parts of a workbook that are ignored, or read although a spreadsheet hides them. */
export const tableNotes = ['merged', 'macros', 'links', 'sheets', 'hidden'] as const;
export type TableNote = (typeof tableNotes)[number];

const batchIdInput = z
  .string()
  .refine(isUuid, tBatchProblems('form.id'))
  .transform((text) => brand<BatchId>(text.toLowerCase()));

export const startUploadForm = z.object({
  businessId: businessIdInput,
  fileName: z
    .string()
    .trim()
    .min(1, tBatchProblems('form.fileName'))
    .max(255, tBatchProblems('form.fileName'))
    .transform(storableText),
  source: z.enum(batchSources),
  size: z
    .int()
    .min(1, tBatchProblems('upload.empty'))
    .max(batchLimits.bytes, tBatchProblems('upload.tooLarge')),
});

export const batchForm = z.object({ businessId: businessIdInput, batchId: batchIdInput });

const cell = z.string().max(batchLimits.cellLength, tBatchProblems('form.cell')).transform(storableText);
const values = z.partialRecord(z.enum(batchFields), cell);
const column = z.enum(batchFields).or(z.literal(''));

/** Null: detected from the file, or remembered from an earlier file with the same column names. */
export const checkRowsForm = batchForm.extend({
  encoding: z.enum(encodings).nullable(),
  separator: z.enum(separators).nullable(),
  decimalSign: z.enum(decimalSigns).nullable(),
  mapping: z.array(column).max(batchLimits.columns).nullable(),
  defaults: values.nullable(),
});

export const correctRowForm = batchForm.extend({
  number: z.int().min(1).max(batchLimits.lines),
  values,
});

/** `count` is the number of rows with an unknown outcome that the person saw. */
export const rowsNotCreatedForm = batchForm.extend({ count: z.int().min(1) });

/** `revision` names the rows that the person saw. */
export const confirmBatchForm = batchForm.extend({
  revision: z.string().refine(isUuid, tBatchProblems('form.id')),
});

export const rowsQuery = z.object({
  show: z.enum(rowFilters).catch('all'),
  /** The number of the last row of the previous page. */
  after: z.coerce.number().int().min(0).max(batchLimits.lines).catch(0),
});
export type RowsQuery = z.output<typeof rowsQuery>;

/** A problem of one value. Errors keep the row from being sent. */
export type RowIssue = {
  readonly field: BatchField;
  readonly level: 'error' | 'warning';
  readonly message: string;
  /** The property of the file’s cell that causes the problem. It stays until the value changes. */
  readonly problem?: CellProblem;
};

export type RowView = {
  /** The number of the row in the file. */
  readonly number: number;
  readonly values: RowValues;
  readonly issues: readonly RowIssue[];
  readonly hasErrors: boolean;
  readonly state: RowState;
  readonly error: string | null;
  readonly intentId: IntentId | null;
  readonly paymentId: PaymentId | null;
  /** A checkout link that may be followed. */
  readonly paymentUrl: string | null;
};

/** A page of rows. `next` is the `after` of the next page. */
export type RowsView = { readonly rows: readonly RowView[]; readonly next: number | null };

export type RowCounts = Readonly<Record<RowState, number>>;

/** A line of the list of batches. */
export type BatchLine = {
  readonly batchId: BatchId;
  readonly fileName: string;
  readonly state: BatchState;
  readonly rowCount: number;
  readonly createdAt: Instant;
  readonly createdBy: string;
  readonly counts: RowCounts;
};

/** A page of the list, newest first. `next` is the `after` of the next page. */
export type BatchesView = { readonly batches: readonly BatchLine[]; readonly next: BatchId | null };

/** The rows of one currency that will be sent. */
export type BatchSum = { readonly currency: string; readonly total: Total; readonly rows: number };

/** The rows with one value of a field. Null: several other values. An empty text: the field is not sent. */
export type BatchTerm = { readonly field: TermField; readonly value: string | null; readonly rows: number };

export type BatchView = BatchLine & {
  readonly businessId: BusinessId;
  readonly source: BatchSource;
  readonly size: number;
  readonly encoding: FileEncoding | null;
  readonly separator: FileSeparator | null;
  /** The decimal sign of the amounts. Null: a person has not chosen it yet. */
  readonly decimalSign: DecimalSign | null;
  readonly headers: readonly string[];
  readonly mapping: readonly (BatchField | '')[];
  readonly defaults: RowValues;
  /** The first rows as in the file. */
  readonly sample: readonly (readonly string[])[];
  readonly notes: readonly TableNote[];
  readonly revision: string | null;
  readonly rowsWithErrors: number;
  readonly rowsWithWarnings: number;
  readonly sums: readonly BatchSum[];
  /** The terms of the rows that will be sent. Empty after the confirmation. */
  readonly terms: readonly BatchTerm[];
  /** Rows above the limit for one person, and whether this person may not confirm them. */
  readonly aboveLimit: {
    readonly count: number;
    readonly isBarred: boolean;
    /** Why this person can't confirm rows that other people prepared. */
    readonly blocks: readonly ApprovalBlock[];
  };
  /** A batch of the same file that was confirmed earlier. */
  readonly sameFile: { readonly batchId: BatchId; readonly confirmedAt: Instant } | null;
  readonly confirmedAt: Instant | null;
  readonly confirmedBy: string | null;
  readonly pauseReason: PauseReason | null;
  /** The service's last answer, if it is why the run is paused. */
  readonly pauseAnswer: string | null;
  /** No row is sent before this time. */
  readonly notBefore: Instant | null;
  readonly endedAt: Instant | null;
};
