import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { tReviewReport } from '#lib/messages/review-reports.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Authority } from '../cases/model/authorities.ts';
import { describeWrongReference } from '../cases/model/authorities.ts';
import { describeMissingSections } from './model/sections.ts';
import { readFilingDays } from './store.ts';

/**
 * Requires what the authority received: a report with all its sections, a reference of its form, and a day between the
 * decision and today. An amendment is not older than the version that it corrects.
 *
 * @throws Problem 'invalid'
 */
export async function requireFiling(
  transaction: Transaction,
  filing: {
    readonly businessId: BusinessId;
    readonly caseId: CaseId;
    readonly narrative: string;
    readonly authority: Authority;
    readonly reference: string;
    readonly filedOn: string;
    readonly now: Instant;
  },
): Promise<void> {
  const { businessId, caseId, narrative, authority, reference, filedOn, now } = filing;
  const refuse = (field: 'narrative' | 'reference' | 'filedOn', message: string) => {
    throw new Problem('invalid', message, { fieldErrors: { [field]: [message] } });
  };
  const missing = describeMissingSections(narrative);
  if (missing !== null) refuse('narrative', missing);
  const wrong = describeWrongReference(authority, reference);
  if (wrong !== null) refuse('reference', wrong);
  const { first, last } = await readFilingDays(transaction, businessId, caseId, now);
  if (filedOn < first || filedOn > last)
    refuse('filedOn', tReviewReport('problem.filingDay', { first, last }));
}
