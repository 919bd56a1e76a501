import 'server-only';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { isMailConfigured } from '#lib/mail/index.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';
import type { AlertKind } from '../alerts/model.ts';
import { alertKinds } from '../alerts/model.ts';

/** Alerts within this time after the first one share its email. */
const gatherMs = 60_000;

/**
 * Stores an alert in the transaction that causes it, once for each cause. Stores nothing while email is off, so that
 * no alert waits forever.
 */
export async function raiseAlert(
  transaction: Transaction,
  alert: {
    businessId: BusinessId;
    caseId: CaseId;
    kind: AlertKind;
    at: Instant;
    /** The earliest time of sending, for a state that can end before. */
    notBefore?: Instant;
  },
): Promise<void> {
  if (!isMailConfigured()) return;
  const { businessId, caseId, kind, at } = alert;
  const notBefore = toDate(alert.notBefore ?? addMilliseconds(at, gatherMs));
  await transaction.reviewAlert.createMany({
    data: [{ businessId, caseId, kind, at: toDate(at), notBefore }],
    skipDuplicates: true,
  });
}

const overdueAtOnce = 500;

/** Stores an alert for each open case that became overdue, once per due time. Returns the number of alerts. */
export async function raiseOverdueAlerts(transaction: Transaction, now: Instant): Promise<number> {
  return transaction.$executeRaw`
    WITH late AS (
      UPDATE review_case c SET overdue_told = true
        FROM (SELECT business_id, case_id FROM review_case
               WHERE state IN ('open', 'proposed') AND NOT overdue_told AND due_at <= ${toDate(now)}
               ORDER BY due_at LIMIT ${overdueAtOnce} FOR UPDATE SKIP LOCKED) AS found
       WHERE c.business_id = found.business_id AND c.case_id = found.case_id
      RETURNING c.business_id, c.case_id, c.due_at)
    INSERT INTO review_alert (business_id, case_id, kind, at, not_before)
    SELECT business_id, case_id, 'overdue', due_at, ${toDate(now)} FROM late ON CONFLICT DO NOTHING`;
}

/** Minimum time between two emails of a business. */
const restMs = 15 * 60_000;

/** Lists the businesses with due alerts whose last email is long enough ago. */
export async function listBusinessesToAlert(now: Instant): Promise<readonly BusinessId[]> {
  const rows: unknown = await database().$queryRaw`
    SELECT DISTINCT a.business_id AS id FROM review_alert a
     WHERE a.state = 'waiting' AND a.not_before <= ${toDate(now)}
       AND NOT EXISTS (SELECT FROM review_alert m WHERE m.business_id = a.business_id AND m.state = 'mailed'
                          AND m.settled_at > ${toDate(addMilliseconds(now, -restMs))})`;
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => toId<BusinessId>(id));
}

export type WaitingAlert = {
  readonly alertId: string;
  readonly caseId: CaseId;
  readonly number: number;
  readonly kind: AlertKind;
  /** True if the cause still exists. */
  readonly isCurrent: boolean;
};

const alertRow = z.object({
  alert_id: z.string(),
  case_id: z.string(),
  number: z.number(),
  kind: z.enum(alertKinds),
  stands: z.boolean(),
});

/**
 * Locks and returns the waiting alerts of a business; null if another process has them. Alerts whose cause has ended
 * are included and marked.
 */
export async function takeAlerts(
  transaction: Transaction,
  businessId: BusinessId,
  now: Instant,
): Promise<readonly WaitingAlert[] | null> {
  const lock: unknown = await transaction.$queryRaw`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`review_alert ${businessId}`}, 0)) AS held`;
  if (!z.array(z.object({ held: z.boolean() })).parse(lock)[0]?.held) return null;
  const rows: unknown = await transaction.$queryRaw`
    SELECT a.alert_id, a.case_id, c.number, a.kind,
           CASE a.kind WHEN 'disagreement' THEN c.state = 'decided' AND c.disagrees_at IS NOT DISTINCT FROM a.at
             ELSE c.state IN ('open', 'proposed') END AS stands
      FROM review_alert a JOIN review_case c ON c.business_id = a.business_id AND c.case_id = a.case_id
     WHERE a.business_id = ${businessId}::uuid AND a.state = 'waiting'
       AND a.not_before <= ${toDate(addMilliseconds(now, gatherMs))}
     ORDER BY c.number FOR UPDATE OF a`;
  return z
    .array(alertRow)
    .parse(rows)
    .map((row) => ({
      alertId: row.alert_id,
      caseId: toId<CaseId>(row.case_id),
      number: row.number,
      kind: row.kind,
      isCurrent: row.stands,
    }));
}

export async function settleAlerts(
  transaction: Transaction,
  businessId: BusinessId,
  alertIds: readonly string[],
  state: 'mailed' | 'moot',
  now: Instant,
): Promise<void> {
  await transaction.reviewAlert.updateMany({
    where: { businessId, alertId: { in: [...alertIds] } },
    data: { state, settledAt: toDate(now) },
  });
}

const keptDays = 90;

/** Closes waiting alerts, for use while email is off. */
export async function dropAlerts(now: Instant): Promise<void> {
  await database().reviewAlert.updateMany({
    where: { state: 'waiting' },
    data: { state: 'moot', settledAt: toDate(now) },
  });
}

/** Deletes old sent alerts. */
export async function pruneAlerts(now: Instant): Promise<void> {
  await database().reviewAlert.deleteMany({
    where: { settledAt: { lt: toDate(addMilliseconds(now, -keptDays * 86_400_000)) } },
  });
}

/** Stores whether a person receives email about the desk. */
export async function storeAlertChoice(
  transaction: Transaction,
  choice: { businessId: BusinessId; personId: string; wanted: boolean },
): Promise<void> {
  const { businessId, personId, wanted } = choice;
  await transaction.reviewAlertChoice.upsert({
    where: { businessId_personId: { businessId, personId } },
    create: choice,
    update: { wanted },
  });
}

/** Lists the recipients: active people of the desk who didn't opt out. */
export async function listRecipients(
  transaction: Transaction,
  businessId: BusinessId,
): Promise<readonly string[]> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT m.person_id AS id FROM membership m JOIN person p ON p.id = m.person_id
     WHERE m.business_id = ${businessId}::uuid AND m.role IN ('compliance', 'owner') AND m.disabled_at IS NULL AND p.disabled_at IS NULL
       AND NOT EXISTS (SELECT FROM review_alert_choice x WHERE x.business_id = m.business_id
                          AND x.person_id = m.person_id AND NOT x.wanted)
     ORDER BY m.person_id`;
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id);
}

export async function readBusinessName(transaction: Transaction, businessId: BusinessId): Promise<string> {
  const found = await transaction.business.findUnique({ where: { id: businessId }, select: { name: true } });
  return found?.name ?? '';
}
