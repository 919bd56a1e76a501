import 'server-only';
import * as z from 'zod';
import { millisecondsSql } from '#lib/database/columns.ts';
import { tReviews } from '#lib/messages/reviews.ts';
import { tReviewDisagreements } from '#lib/messages/reviews-server.ts';
import { parseTotal } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import { provisionals } from '#lib/values/provisional.ts';
import type { Person } from '../../cases/schema/case.ts';
import { undecidedReasons } from '../../decisions/model.ts';
import {
  caseStates,
  decisionKinds,
  factKinds,
  parseStoredKind,
  sanctionsWeight,
  subjectKinds,
} from '../../model.ts';
import { describeDisagreement } from '../../model-disagreements.ts';
import type { QueueRow } from '../schema.ts';
import { caseTotalSql } from './case-total.ts';

/** Selects the reasons of a case, current and ended, in the order of detection. */
const facts = `(SELECT json_agg(json_build_object('kind', f.kind, 'rule', f.detail #>> '{rule,name}',
      'stands', f.ended_at IS NULL) ORDER BY f.seen_at, f.kind)
    FROM review_fact f WHERE f.business_id = c.business_id AND f.case_id = c.case_id)`;

/** Returns SQL for the requests for information `n` without an answer on a case, or on a case merged into it. */
export const openRequestsSql = (
  row: string,
) => `review_note n JOIN review_case m ON m.business_id = n.business_id AND m.case_id = n.case_id
    WHERE m.business_id = ${row}.business_id AND m.owner_id = ${row}.case_id AND n.asked_of IS NOT NULL AND NOT EXISTS (
      SELECT FROM review_note x JOIN review_case y ON y.business_id = x.business_id AND y.case_id = x.case_id
       WHERE y.business_id = ${row}.business_id AND y.owner_id = ${row}.case_id AND x.answers = n.note_id)`;

/** Returns SQL for when the first of these answers on an open case is due. Null without one. */
export const informationDueSql = (row: string) =>
  `CASE WHEN ${row}.state = 'open' THEN (SELECT min(n.due_at) FROM ${openRequestsSql(row)}) END`;

/** Columns of `review_case c` with its deposit `d`, withdrawal `w` or payment `o`. */
export const queueRowSelect = `c.case_id AS "caseId", c.number, c.subject_kind AS "subjectKind", c.subject_id AS "subjectId", c.state,
  c.assignee_id AS "assigneeId", (SELECT p.name FROM person p WHERE p.id = c.assignee_id) AS "assigneeName", ${millisecondsSql('c.opened_at')} AS "openedAt", ${millisecondsSql('c.due_at')} AS "dueAt",
  ${millisecondsSql('c.snoozed_until')} AS "snoozedUntil",
  ${millisecondsSql(`(${informationDueSql('c')})`)} AS "informationDueAt", ${millisecondsSql('c.decided_at')} AS "decidedAt",
  ${millisecondsSql('c.changed_at')} AS "changedAt", c.version,
  coalesce(d.status, w.status, o.status) AS "serviceStatus", d.refund_status AS "refundStatus",
  d.refund_first_seen_at IS NOT NULL AS refunded,
  coalesce(w.client_withdrawal_id, o.client_payment_id, (SELECT p.client_payment_id FROM payment p
    WHERE p.business_id = d.business_id AND p.payment_id = d.payment_id)) AS reference,
  trim_scale(total.amount)::text AS amount, total.provisional, total.currency, trim_scale(total.eur)::text AS eur,
  c.risk_category AS "riskCategory", c.risk_weight >= ${sanctionsWeight} AS "isSanctioned", c.risk_score AS "riskScore",
  ${facts} AS seen,
  CASE WHEN c.state <> 'open' THEN (SELECT x.kind FROM review_decision x WHERE x.business_id = c.business_id
    AND x.case_id = c.case_id AND x.state IN ('proposed', 'final') ORDER BY x.proposed_at DESC LIMIT 1)
  END AS decision,
  CASE WHEN c.state = 'proposed' THEN (SELECT x.proposed_by FROM review_decision x WHERE x.business_id = c.business_id
    AND x.case_id = c.case_id AND x.state = 'proposed')
  END AS "proposedById",
  CASE WHEN c.state = 'open' THEN (SELECT CASE WHEN x.state = 'declined' THEN 'declined'
      WHEN x.reversed_at IS NOT NULL THEN 'reopened' END
    FROM review_decision x WHERE x.business_id = c.business_id AND x.case_id = c.case_id AND x.state <> 'withdrawn'
    ORDER BY x.proposed_at DESC LIMIT 1)
  END AS returned,
  c.disagrees_at IS NOT NULL AS disagrees,
  total.subjects - 1 AS joined`;

/** Joins the payment `o` of a case. The null of other cases ends the search of the index at once. */
export const casePaymentJoinSql = `LEFT JOIN payment o ON o.business_id = c.business_id
    AND o.payment_id = CASE c.subject_kind WHEN 'payment' THEN c.subject_id END`;

/** Joins of `review_case c` that {@link queueRowSelect} and the filters need, for the business `$1`. */
export const queueRowJoins = `LEFT JOIN LATERAL (${caseTotalSql}) AS total ON true
  LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
  LEFT JOIN withdrawal w ON c.subject_kind = 'withdrawal'
    AND w.business_id = c.business_id
    AND w.withdrawal_id = CASE c.subject_kind WHEN 'withdrawal' THEN c.subject_id END
  ${casePaymentJoinSql}`;

const reasons = z
  .array(
    z.object({
      kind: z.string().transform(parseStoredKind).pipe(z.enum(factKinds)),
      rule: z.string().nullable(),
      stands: z.boolean(),
    }),
  )
  .nullable()
  .transform((all) => all ?? []);

const record = z.object({
  caseId: z.string(),
  number: z.number(),
  subjectKind: z.enum(subjectKinds),
  subjectId: z.string(),
  state: z.enum(caseStates),
  assigneeId: z.string().nullable(),
  assigneeName: z.string().nullable(),
  openedAt: z.coerce.number(),
  dueAt: z.coerce.number(),
  snoozedUntil: z.string().nullable(),
  informationDueAt: z.string().nullable(),
  decidedAt: z.string().nullable(),
  changedAt: z.coerce.number(),
  version: z.number(),
  serviceStatus: z.string().nullable(),
  refundStatus: z.string().nullable(),
  refunded: z.boolean(),
  reference: z.string().nullable(),
  amount: z.string().nullable(),
  provisional: z.enum(provisionals).nullable(),
  currency: z.string().nullable(),
  eur: z.string().nullable(),
  riskCategory: z.string().nullable(),
  isSanctioned: z.boolean(),
  riskScore: z.string().nullable(),
  seen: reasons,
  decision: z.enum(decisionKinds).nullable(),
  proposedById: z.string().nullable(),
  returned: z.enum(undecidedReasons).nullable(),
  disagrees: z.boolean(),
  joined: z.number(),
});

const parseOptionalTotal = (text: string | null) => (text === null ? null : parseTotal(text));

const parseMoment = (text: string | null) => (text === null ? null : instant(Number(text)));

const toPerson = (id: string | null, name: string | null): Person | null =>
  id === null ? null : { personId: id, name: name ?? tReviews('unknownPerson') };

export function readQueueRow(input: unknown, at: Instant): QueueRow {
  const { assigneeId, assigneeName, refundStatus, refunded, disagrees, seen, ...row } = record.parse(input);
  const dueAt = instant(row.dueAt);
  const now = { status: row.serviceStatus, refundStatus, refunded };
  const reasonsThat = (stand: boolean) =>
    seen.filter(({ stands }) => stands === stand).map(({ kind, rule }) => ({ kind, rule }));
  return {
    ...row,
    isBlocked: false,
    standing: reasonsThat(true),
    ended: reasonsThat(false),
    assignee: toPerson(assigneeId, assigneeName),
    openedAt: instant(row.openedAt),
    dueAt,
    isOverdue: (row.state === 'open' || row.state === 'proposed') && dueAt < at,
    snoozedUntil: parseMoment(row.snoozedUntil),
    informationDueAt: parseMoment(row.informationDueAt),
    decidedAt: parseMoment(row.decidedAt),
    changedAt: instant(row.changedAt),
    amount: parseOptionalTotal(row.amount),
    provisional: row.amount === null ? null : row.provisional,
    eur: parseOptionalTotal(row.eur),
    disagreement:
      row.state === 'decided' && row.decision !== null
        ? (describeDisagreement(row.decision, row.subjectKind, now) ??
          (disagrees ? tReviewDisagreements('ofMerged') : null))
        : null,
  };
}
