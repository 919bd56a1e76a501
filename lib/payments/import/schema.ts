import * as z from 'zod';
import { importLimit, tooLongARecord } from './model.ts';

/** As it is kept, and as a file is measured. */
const bytesOf = (text: string): number => new TextEncoder().encode(text).byteLength;

export const importForm = z.object({
  businessId: z.string(),
  text: z
    .string()
    .refine((text) => text.trim() !== '', 'Paste a payment record, or choose its file')
    .refine((text) => bytesOf(text) <= importLimit, tooLongARecord)
    .refine((text) => text.isWellFormed(), 'This is not valid text: half of a character is missing'),
  /** Of the chosen file. Null: it was pasted. */
  fileName: z.string().max(255, 'Use a file name of at most 255 characters').nullable(),
});
export type ImportForm = z.output<typeof importForm>;

/** One field that the record tells, of the payment or of the deposit with this id. */
export type ImportField = {
  readonly depositId: string | null;
  readonly field: string;
  readonly offered: string;
  /** What is known already and stays. Null: nothing is. */
  readonly held: string | null;
};

/** What importing a record would do. Nothing is written yet. */
export type ImportView = {
  readonly paymentId: string;
  readonly clientPaymentId: string | null;
  readonly isNew: boolean;
  readonly fills: readonly ImportField[];
  readonly keeps: readonly ImportField[];
  /** Claims that something is paid: an import can't make it so. */
  readonly withheld: readonly ImportField[];
  /** The record has risk fields, and the person's role may not see them: they are neither stored nor compared. */
  readonly ignoresRisk: boolean;
  /** Fields that can't be read: they are left out. */
  readonly flaws: readonly { readonly path: string; readonly problem: string }[];
};

export type ImportResult = { readonly paymentId: string; readonly changed: boolean };
