import * as z from 'zod';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import type { Amount, Total } from '#lib/values/amount.ts';
import type { Provisional } from '#lib/values/provisional.ts';
import type { SubjectKind } from '../../model.ts';
import type { MoneyFacts } from '../../model-advice.ts';

/** Limit per merge. A case can contain more after several merges. */
const mostAtOnce = 20;

const seen = z.object({ caseId: z.string(), version: z.int(tReviewRefusals('form.reload')).min(1) });
export const mergeCasesForm = z.object({
  businessId: z.string(),
  /** The target, which contains the others afterwards. */
  into: seen,
  cases: z
    .array(seen)
    .min(1, tReviewRefusals('form.caseToMerge'))
    .max(mostAtOnce, tReviewRefusals('form.mostCases', { count: mostAtOnce })),
});
/** `caseId` is the merged case. */
export const separateCaseForm = z.object({ businessId: z.string(), ...seen.shape });

/** The subject of a case in one line, for the case on screen and for merged cases. */
export type JoinedCase = MoneyFacts & {
  readonly caseId: string;
  readonly number: number;
  readonly version: number;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  readonly reference: string | null;
  readonly amount: Amount | null;
  readonly provisional: Provisional | null;
  readonly currency: string | null;
  /** The largest EUR value that the service reported. */
  readonly eur: Amount | null;
  readonly serviceStatus: string | null;
  readonly refundStatus: string | null;
};

/** The credited amount of a deposit, the actual amount of its payment, or the expected amount of its payment. */
export const eurSources = ['credited', 'actual', 'expected'] as const;
type EurSource = (typeof eurSources)[number];

/** The amounts of all subjects of a case: sums of the reported ones, and the number of those not reported. */
export type CaseAmounts = {
  /** One total per currency. */
  readonly totals: readonly {
    readonly currency: string | null;
    readonly amount: Total | null;
    readonly unreported: number;
    /** Set if a part may differ from the moved amount. */
    readonly provisional: Provisional | null;
  }[];
  /** The sum of the largest EUR value that the service reported for each subject. */
  readonly eur: Total | null;
  readonly eurUnreported: number;
  /** The kinds of these values. */
  readonly eurSources: readonly EurSource[];
};

/** A link to another case of the same merge. */
export type CaseLink = { readonly caseId: string; readonly number: number };
