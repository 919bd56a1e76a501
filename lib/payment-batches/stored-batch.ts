import 'server-only';
import * as z from 'zod';
import { brand } from '#lib/values/brand.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { isUuid, toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate } from '#lib/values/instant.ts';
import type { BatchField, FileEncoding, FileSeparator, RowValues } from './model/fields.ts';
import { batchFields, cellProblems, encodings, separators } from './model/fields.ts';
import type { DecimalSign } from './model/file-amount.ts';
import { decimalSigns } from './model/file-amount.ts';
import type { BatchId, BatchSource, BatchState, PauseReason, TableNote } from './schema.ts';
import { batchSources, batchStates, pauseReasons, tableNotes } from './schema.ts';

/** A batch as stored. */
export type StoredBatch = {
  readonly businessId: BusinessId;
  readonly batchId: BatchId;
  readonly fileName: string;
  readonly source: BatchSource;
  readonly size: number;
  readonly state: BatchState;
  readonly encoding: FileEncoding | null;
  readonly separator: FileSeparator | null;
  readonly decimalSign: DecimalSign | null;
  readonly headers: readonly string[];
  readonly mapping: readonly (BatchField | '')[];
  readonly defaults: RowValues;
  readonly sample: readonly (readonly string[])[];
  readonly notes: readonly TableNote[];
  readonly revision: string | null;
  readonly rowCount: number;
  readonly createdBy: PersonId;
  readonly createdAt: Instant;
  readonly confirmedBy: PersonId | null;
  readonly confirmedAt: Instant | null;
  readonly sentFor: PersonId | null;
  readonly pauseReason: PauseReason | null;
  readonly pauseAnswer: string | null;
  readonly notBefore: Instant | null;
  readonly endedAt: Instant | null;
};

export const storedValues = z.partialRecord(z.enum(batchFields), z.string());
export const storedIssues = z.array(
  z.object({
    field: z.enum(batchFields),
    level: z.enum(['error', 'warning']),
    message: z.string(),
    problem: z.enum(cellProblems).optional(),
  }),
);
const column = z.enum(batchFields).or(z.literal(''));
const moment = z.date().transform(fromDate);
const person = z.string().transform((id) => toId<PersonId>(id));

const row = z.object({
  businessId: z.string().transform((id) => toId<BusinessId>(id)),
  batchId: z.string().transform((id) => brand<BatchId>(id)),
  fileName: z.string(),
  source: z.enum(batchSources),
  size: z.number(),
  state: z.enum(batchStates),
  encoding: z.enum(encodings).nullable(),
  separator: z.enum(separators).nullable(),
  decimalSign: z.enum(decimalSigns).nullable(),
  headers: z.array(z.string()),
  mapping: z.array(column),
  defaults: storedValues,
  sample: z.array(z.array(z.string())),
  notes: z.array(z.enum(tableNotes)),
  revision: z.string().nullable(),
  rowCount: z.number(),
  createdBy: person,
  createdAt: moment,
  confirmedBy: person.nullable(),
  confirmedAt: moment.nullable(),
  sentFor: person.nullable(),
  pauseReason: z.enum(pauseReasons).nullable(),
  pauseAnswer: z.string().nullable(),
  notBefore: moment.nullable(),
  endedAt: moment.nullable(),
});

/** Parses a row of the table. */
export const toStoredBatch = (stored: unknown): StoredBatch => row.parse(stored);

/** Parses the id of a batch from an address. Returns null for anything else. */
export const toBatchId = (text: string): BatchId | null =>
  isUuid(text) ? brand<BatchId>(text.toLowerCase()) : null;
