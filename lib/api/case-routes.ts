import 'server-only';
import * as z from 'zod';
import { tApi } from '#lib/messages/api.ts';
import type { FetchedCase } from '#lib/reviews/index.ts';
import { fetchCases } from '#lib/reviews/index.ts';
import { caseStates, decisionKinds, subjectKinds } from '#lib/reviews/model.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';
import { findOne } from './list-query.ts';
import { apiAmount, apiTime, writeTime, writeTimeOrNull } from './model-record.ts';
import type { ApiRoute } from './route.ts';
import { createListRoute, createRecordRoute } from './route.ts';

const reason = z.object({ kind: z.string(), rule: z.string().nullable() });

const reviewCase = z
  .object({
    caseId: z.string(),
    number: z.int(),
    subjectKind: z.enum(subjectKinds),
    subjectId: z.string(),
    reference: z.string().nullable(),
    joined: z.int(),
    state: z.enum(caseStates),
    reasons: z.array(reason),
    endedReasons: z.array(reason),
    assignee: z.string().nullable(),
    openedAt: apiTime,
    dueAt: apiTime,
    snoozedUntil: apiTime.nullable(),
    informationDueAt: apiTime.nullable(),
    decidedAt: apiTime.nullable(),
    /** Null without the scope of risk detail: a reason about risk changes it, too. */
    changedAt: apiTime.nullable(),
    decision: z.enum(decisionKinds).nullable(),
    serviceStatus: z.string().nullable(),
    disagreement: z.string().nullable(),
    amount: apiAmount.nullable(),
    currency: z.string().nullable(),
    eur: apiAmount.nullable(),
  })
  .meta({ id: 'Case' });

/** Writes a case without its score and entities, which need the scope of risk detail. */
const writeCase = ({ standing, ended, assignee, ...row }: FetchedCase) => ({
  ...{ caseId: row.caseId, number: row.number, subjectKind: row.subjectKind, subjectId: row.subjectId },
  ...{ reference: row.reference, joined: row.joined, state: row.state },
  ...{ reasons: standing, endedReasons: ended, assignee: assignee?.name ?? null },
  ...{ openedAt: writeTime(row.openedAt), dueAt: writeTime(row.dueAt) },
  snoozedUntil: writeTimeOrNull(row.snoozedUntil),
  informationDueAt: writeTimeOrNull(row.informationDueAt),
  decidedAt: writeTimeOrNull(row.decidedAt),
  changedAt: writeTimeOrNull(row.changedAt),
  ...{ decision: row.decision, serviceStatus: row.serviceStatus, disagreement: row.disagreement },
  ...{ amount: row.amount, currency: row.currency, eur: row.eur },
});

// `cases` finds those whose reasons have ended, also reasons about risk.
const { risk: _risk, category: _category, score: _score, cases: _cases, ...filters } = queueList.filters;

/** Review cases: without their notes, files and reports, and without score and entities. */
export const caseRoutes: readonly ApiRoute[] = [
  createListRoute({
    ...{ path: '/cases', summary: tApi('operation.cases'), scope: 'cases:read' },
    ...{ spec: { ...queueList, filters }, hasChangeTime: true, list: fetchCases },
    record: reviewCase,
    write: writeCase,
  }),
  createRecordRoute({
    ...{ path: '/cases/{id}', summary: tApi('operation.case'), scope: 'cases:read', response: reviewCase },
    read: async (context, businessId, id) => {
      const [row] = (await fetchCases(context, businessId, findOne(id), 1)).rows;
      return row === undefined ? null : writeCase(row);
    },
  }),
];
