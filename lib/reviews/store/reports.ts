import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, CaseId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

export type StoredReport = {
  readonly narrative: string;
  readonly version: number;
  readonly isFiled: boolean;
  /** The number of its amendments. */
  readonly amendments: number;
};

/** Reads the report of a case. The caller has locked the case, so that no other transaction writes it. */
export async function findReport(
  transaction: Transaction,
  businessId: BusinessId,
  caseId: CaseId,
): Promise<StoredReport | null> {
  const found = await transaction.reviewReport.findUnique({
    where: { businessId_caseId: { businessId, caseId } },
    select: {
      narrative: true,
      version: true,
      filedAt: true,
      _count: { select: { amendments: true } },
    },
  });
  if (found === null) return null;
  const { narrative, version, filedAt, _count } = found;
  return { narrative, version, isFiled: filedAt !== null, amendments: _count.amendments };
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
  filed: {
    businessId: BusinessId;
    caseId: CaseId;
    reference: string;
    filedOn: string;
    filedById: PersonId;
    at: Instant;
  },
): Promise<void> {
  const { businessId, caseId, reference, filedOn, filedById, at } = filed;
  await transaction.reviewReport.update({
    where: { businessId_caseId: { businessId, caseId } },
    data: {
      reference,
      filedOn: new Date(filedOn),
      filedById,
      filedAt: toDate(at),
      version: { increment: 1 },
    },
  });
}

/** Stores an amendment of a filed report. The database numbers it. Returns its number. */
export async function insertAmendment(
  transaction: Transaction,
  amendment: {
    businessId: BusinessId;
    caseId: CaseId;
    narrative: string;
    reference: string;
    filedOn: string;
    reason: string;
    filedById: PersonId;
    at: Instant;
  },
): Promise<number> {
  const { businessId, caseId, narrative, reference, filedOn, reason, filedById, at } = amendment;
  const rows: unknown = await transaction.$queryRaw`
    INSERT INTO review_report_amendment
      (business_id, case_id, narrative, reference, filed_on, reason, filed_by, filed_at)
    VALUES (${businessId}::uuid, ${caseId}::uuid, ${narrative}, ${reference}, ${filedOn}::date, ${reason},
            ${filedById}::uuid, ${toDate(at)})
    RETURNING number`;
  return z.tuple([z.object({ number: z.number() })]).parse(rows)[0].number;
}

/** Returns whether the day has not begun yet in the time zone of the business. */
export async function isFutureDay(
  transaction: Transaction,
  businessId: BusinessId,
  day: string,
  now: Instant,
): Promise<boolean> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT ${day}::date > (${toDate(now)}::timestamptz AT TIME ZONE time_zone)::date AS future
      FROM business WHERE id = ${businessId}::uuid`;
  return z.tuple([z.object({ future: z.boolean() })]).parse(rows)[0].future;
}
