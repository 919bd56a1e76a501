import * as z from 'zod';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { tWarehouse } from '#lib/messages/warehouse.ts';
import type { Instant } from '#lib/values/instant.ts';
import { maximumText, warehouseLists, warehouseProblems } from './model.ts';

const text = (problem: string) => z.string().trim().min(1, problem).max(maximumText, problem);

export const setWarehouseForm = z.object({
  businessId: businessIdInput,
  url: text(tWarehouse('refused.url')),
  region: z
    .string()
    .trim()
    .regex(/^[a-z0-9-]{1,40}$/, tWarehouse('refused.region')),
  bucket: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, tWarehouse('refused.bucket')),
  folder: z
    .string()
    .trim()
    .max(maximumText, tWarehouse('refused.folder'))
    .regex(/^(?:[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*\/?)?$/, tWarehouse('refused.folder')),
  accessId: text(tWarehouse('refused.accessId')),
  /** Empty: keeps the stored one. */
  secret: z.string().trim().max(maximumText, tWarehouse('refused.secret')),
  hour: z.coerce.number().int().min(0).max(23),
  /** Copies risk detail, too. Only a person who may see it chooses that. */
  risk: z.enum(['no', 'yes']).default('no'),
});
export const warehouseForm = z.object({ businessId: businessIdInput });

/** A file of a copy. `bytes` and `sha256` are those of the compressed file. */
const copiedFile = z.object({
  name: z.string(),
  list: z.enum(warehouseLists),
  rows: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  /** An amount is text. Its decimal column after all others is there if all of its values fit DECIMAL(38, 18). */
  columns: z.array(
    z.object({ name: z.string(), type: z.enum(['text', 'amount', 'decimal', 'number', 'time']) }),
  ),
});
export type CopiedFile = z.infer<typeof copiedFile>;

/** The state of a copy. */
export const warehouseRun = z.object({
  /** Its folder in the storage. */
  runId: z.string(),
  /** Its destination. A copy to another one begins again. */
  target: z.string(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  files: z.array(copiedFile),
  tries: z.number(),
  problem: z.object({ kind: z.enum(warehouseProblems), detail: z.string() }).nullable(),
});
export type WarehouseRun = z.infer<typeof warehouseRun>;

export type WarehouseSettings = {
  readonly url: string;
  readonly region: string;
  readonly bucket: string;
  readonly folder: string;
  readonly accessId: string;
  readonly hour: number;
};

/** The settings as an owner sees them. */
type ShownSettings = WarehouseSettings & {
  /** Risk detail is copied: a person chose it who may still see it. */
  readonly copiesRisk: boolean;
};

export type WarehouseView = {
  readonly settings: ShownSettings | null;
  readonly nextRunAt: Instant | null;
  readonly run: WarehouseRun | null;
};
export type ChangedWarehouse = { readonly isSet: boolean };
