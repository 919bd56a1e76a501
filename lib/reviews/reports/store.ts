import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, CaseId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { Authority } from '../cases/model/authorities.ts';
import { authorities } from '../cases/model/authorities.ts';

export type StoredReport = {
  readonly narrative: string;
  readonly version: number;
  readonly isFiled: boolean;
  readonly authority: Authority | null;
  /** The number of its amendments. */
  readonly amendments: number;
};

/** Reads the report of a case. The caller has locked the case, so that no other transaction writes it. */
export async function findReport(
  transaction: Transaction,
  businessId: BusinessId,
  caseId: CaseId,
): Promise<StoredReport | null> {
  const [found, ...amendments] = await transaction.reviewReport.findMany({
    where: { businessId, caseId },
    select: { narrative: true, version: true, filedAt: true, authority: true },
    orderBy: { number: 'asc' },
  });
  if (found === undefined) return null;
  const { narrative, version, filedAt } = found;
  const authority = z.enum(authorities).nullable().parse(found.authority);
  return { narrative, version, authority, isFiled: filedAt !== null, amendments: amendments.length };
}

const first = (businessId: BusinessId, caseId: CaseId) => ({
  businessId_caseId_number: { businessId, caseId, number: 0 },
});

export async function storeReportDraft(
  transaction: Transaction,
  draft: { businessId: BusinessId; caseId: CaseId; narrative: string; savedById: PersonId; at: Instant },
): Promise<void> {
  const { businessId, caseId, narrative, savedById, at } = draft;
  const saved = { narrative, savedById, savedAt: toDate(at) };
  await transaction.reviewReport.upsert({
    where: first(businessId, caseId),
    create: { businessId, caseId, ...saved },
    update: { ...saved, version: { increment: 1 } },
  });
}

export async function storeFiledReport(
  transaction: Transaction,
  filed: {
    businessId: BusinessId;
    caseId: CaseId;
    authority: Authority;
    reference: string;
    filedOn: string;
    filedById: PersonId;
    at: Instant;
  },
): Promise<void> {
  const { businessId, caseId, authority, reference, filedOn, filedById, at } = filed;
  await transaction.reviewReport.update({
    where: first(businessId, caseId),
    data: {
      authority,
      reference,
      filedOn: new Date(filedOn),
      filedById,
      filedAt: toDate(at),
      version: { increment: 1 },
    },
  });
}

/** Stores an amendment of a filed report. The caller has locked the case. */
export async function insertAmendment(
  transaction: Transaction,
  {
    filedOn,
    filedById,
    at,
    ...amendment
  }: {
    businessId: BusinessId;
    caseId: CaseId;
    number: number;
    narrative: string;
    authority: Authority;
    reference: string;
    filedOn: string;
    reason: string;
    filedById: PersonId;
    at: Instant;
  },
): Promise<void> {
  const [filedAt, savedById] = [toDate(at), filedById];
  await transaction.reviewReport.create({
    data: { ...amendment, savedById, savedAt: filedAt, filedById, filedAt, filedOn: new Date(filedOn) },
  });
}

/** The first and the last day on which a version of a report can have been filed, as `2026-11-25`. */
type FilingDays = { readonly first: string; readonly last: string };

/**
 * Reads the days in the time zone of the business: from the final decision to report, or from the last filed version, to
 * today. The caller has locked the case.
 */
export async function readFilingDays(
  transaction: Transaction,
  businessId: BusinessId,
  caseId: CaseId,
  now: Instant,
): Promise<FilingDays> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT coalesce(filed.last, (decided.at AT TIME ZONE b.time_zone)::date, today.day)::text AS first, today.day::text AS last
      FROM business b
      CROSS JOIN LATERAL (SELECT (${toDate(now)}::timestamptz AT TIME ZONE b.time_zone)::date AS day) AS today
      CROSS JOIN LATERAL (
        SELECT max(coalesce(d.answered_at, d.proposed_at)) AS at FROM review_case c
          JOIN review_decision d ON d.business_id = c.business_id AND d.decision_id = c.decision_id AND d.kind = 'report'
         WHERE c.business_id = b.id AND c.case_id = ${caseId}::uuid AND d.state = 'final') AS decided
      CROSS JOIN LATERAL (
        SELECT max(r.filed_on) AS last FROM review_report r
         WHERE r.business_id = b.id AND r.case_id = ${caseId}::uuid) AS filed
     WHERE b.id = ${businessId}::uuid`;
  return z.tuple([z.object({ first: z.string(), last: z.string() })]).parse(rows)[0];
}
