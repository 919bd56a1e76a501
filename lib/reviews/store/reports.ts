import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, CaseId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

export type StoredReport = {
  readonly narrative: string;
  readonly version: number;
  readonly isFiled: boolean;
};

/** Reads the report of a case. The caller has locked the case, so that no other transaction writes it. */
export async function findReport(
  transaction: Transaction,
  businessId: BusinessId,
  caseId: CaseId,
): Promise<StoredReport | null> {
  const found = await transaction.reviewReport.findUnique({
    where: { businessId_caseId: { businessId, caseId } },
    select: { narrative: true, version: true, filedAt: true },
  });
  if (found === null) return null;
  return { narrative: found.narrative, version: found.version, isFiled: found.filedAt !== null };
}

export async function storeReportDraft(
  transaction: Transaction,
  draft: { businessId: BusinessId; caseId: CaseId; narrative: string; savedById: PersonId; at: Instant },
): Promise<void> {
  const { businessId, caseId, narrative, savedById, at } = draft;
  const saved = { narrative, savedById, savedAt: toDate(at) };
  await transaction.reviewReport.upsert({
    where: { businessId_caseId: { businessId, caseId } },
    create: { businessId, caseId, ...saved },
    update: { ...saved, version: { increment: 1 } },
  });
}

export async function storeFiledReport(
  transaction: Transaction,
  filed: { businessId: BusinessId; caseId: CaseId; reference: string; filedById: PersonId; at: Instant },
): Promise<void> {
  const { businessId, caseId, reference, filedById, at } = filed;
  await transaction.reviewReport.update({
    where: { businessId_caseId: { businessId, caseId } },
    data: { reference, filedById, filedAt: toDate(at), version: { increment: 1 } },
  });
}
