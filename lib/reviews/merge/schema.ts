import * as z from 'zod';
import type { Amount, Total } from '#lib/values/amount.ts';
import type { Provisional } from '#lib/values/provisional.ts';
import type { SubjectKind } from '../model.ts';

/** At once; a case may be joined by more, one time after the other. */
const mostAtOnce = 20;

const seen = z.object({ caseId: z.string(), version: z.int('Reload the page').min(1) });
export const mergeCasesForm = z.object({
  businessId: z.string(),
  /** The case that stays. */
  into: seen,
  cases: z
    .array(seen)
    .min(1, 'Choose a case that joins it')
    .max(mostAtOnce, `At most ${mostAtOnce} cases at once`),
});
/** `caseId` is the one that joined. */
export const separateCaseForm = z.object({ businessId: z.string(), ...seen.shape });

/** What a case is about, in a line: the one on screen, or one that joined it. */
export type JoinedCase = {
  readonly caseId: string;
  readonly number: number;
  readonly version: number;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  readonly reference: string | null;
  readonly amount: Amount | null;
  readonly provisional: Provisional | null;
  readonly currency: string | null;
  /** What is credited for it, in EUR. */
  readonly eur: Amount | null;
  readonly serviceStatus: string | null;
  readonly refundStatus: string | null;
};

/** The money of all that a case is about. Sums of what was told; how many were not is said with it. */
export type CaseMoney = {
  /** By currency; currencies are never added up. */
  readonly totals: readonly {
    readonly currency: string | null;
    readonly amount: Total | null;
    readonly untold: number;
    /** A part of it may not be what moved. */
    readonly provisional: Provisional | null;
  }[];
  readonly eur: Total | null;
  readonly eurUntold: number;
};

/** Where a case stands among others that joined each other. */
export type CaseLink = { readonly caseId: string; readonly number: number };
