import * as z from 'zod';
import { tPaymentsDomain } from '#lib/messages/payments.ts';
import { importLimit, recordTooLongMessage } from './model.ts';

/** Counts bytes as stored in UTF-8. */
const countBytes = (text: string): number => new TextEncoder().encode(text).byteLength;

export const importForm = z.object({
  businessId: z.string(),
  text: z
    .string()
    .refine((text) => text.trim() !== '', tPaymentsDomain('import.empty'))
    .refine((text) => countBytes(text) <= importLimit, recordTooLongMessage)
    .refine((text) => text.isWellFormed(), tPaymentsDomain('import.notWellFormed')),
  /** Name of the chosen file; null for pasted text. */
  fileName: z.string().max(255, tPaymentsDomain('import.fileName')).nullable(),
});
export type ImportForm = z.output<typeof importForm>;

/** A field of the record, of the payment or of the deposit with this id. */
export type ImportField = {
  readonly depositId: string | null;
  readonly field: string;
  readonly offered: string;
  /** The stored value, which stays; null when there is none. */
  readonly held: string | null;
};

/** Preview of an import. Nothing is stored. */
export type ImportView = {
  readonly paymentId: string;
  readonly clientPaymentId: string | null;
  readonly isNew: boolean;
  readonly fills: readonly ImportField[];
  readonly keeps: readonly ImportField[];
  /** Values that claim a payment; an import can't mark anything as paid. */
  readonly withheld: readonly ImportField[];
  /** The record has risk fields, and the person's role may not see them: they are neither stored nor compared. */
  readonly ignoresRisk: boolean;
  /** Fields that can't be read: they are left out. */
  readonly flaws: readonly { readonly path: string; readonly problem: string }[];
};

export type ImportResult = { readonly paymentId: string; readonly changed: boolean };
