import * as z from 'zod';
import type { Instant } from '#lib/values/instant.ts';
import { isDay } from '#lib/values/list-query.ts';

const text = z.string().trim().max(200).catch('');
const day = z.string().refine(isDay).catch('');

/** What the address of the audit page asks for. Whatever can't be understood is left out. */
export const auditQuery = z.object({
  area: z
    .string()
    .regex(/^[a-z-]{1,40}$/)
    .catch(''),
  person: z.uuid().catch(''),
  object: text,
  from: day,
  to: day,
  /** The page begins below this entry. */
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .catch(''),
});
export type AuditQuery = z.output<typeof auditQuery>;

export type AuditRow = {
  readonly sequence: string;
  readonly at: Instant;
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string };
  readonly action: string;
  readonly objectType: string;
  readonly objectId: string;
  /** Indented JSON; null where nothing was written down. */
  readonly before: string | null;
  readonly after: string | null;
  readonly requestId: string;
  /** Hexadecimal. */
  readonly hash: string;
};

export type AuditPage = {
  readonly rows: readonly AuditRow[];
  /** Where the next page begins; null where this is the last. */
  readonly next: string | null;
  readonly people: readonly { readonly personId: string; readonly name: string }[];
};
