import 'server-only';
import * as z from 'zod';
import { tApi } from '#lib/messages/api.ts';
import type { FetchedCase } from '#lib/reviews/index.ts';
import { fetchCases } from '#lib/reviews/index.ts';
import type { CaseState } from '#lib/reviews/model.ts';
import { subjectKinds } from '#lib/reviews/model.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';
import type { QueueView } from '#lib/reviews/queue/schema-queue-views.ts';
import { findOne } from './list-query.ts';
import { apiAmount, apiTime, writeTime, writeTimeOrNull } from './model-record.ts';
import { ApiRefusal } from './problem.ts';
import type { ApiRoute } from './route.ts';
import { createListRoute, createRecordRoute } from './route.ts';

const reason = z.object({ kind: z.string(), rule: z.string().nullable() });

/**
 * A case that waits for a second person is open for a program, and no field or filter has its decision. Each report to an
 * authority takes two people, so both could show that one was proposed or made.
 */
const toOutsideState = (state: CaseState) => (state === 'proposed' ? 'open' : state);

const reviewCase = z
  .object({
    caseId: z.string(),
    number: z.int(),
    subjectKind: z.enum(subjectKinds),
    subjectId: z.string(),
    reference: z.string().nullable(),
    joined: z.int(),
    state: z.enum(['open', 'decided', 'merged']),
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
    serviceStatus: z.string().nullable(),
    amount: apiAmount.nullable(),
    currency: z.string().nullable(),
    eur: apiAmount.nullable(),
  })
  .meta({ id: 'Case' });

/** Writes a case without its decision, its score and its entities. */
const writeCase = ({ standing, ended, assignee, ...row }: FetchedCase) => ({
  caseId: row.caseId,
  number: row.number,
  subjectKind: row.subjectKind,
  subjectId: row.subjectId,
  reference: row.reference,
  joined: row.joined,
  state: toOutsideState(row.state),
  reasons: standing,
  endedReasons: ended,
  assignee: assignee?.name ?? null,
  openedAt: writeTime(row.openedAt),
  dueAt: writeTime(row.dueAt),
  snoozedUntil: writeTimeOrNull(row.snoozedUntil),
  informationDueAt: writeTimeOrNull(row.informationDueAt),
  decidedAt: writeTimeOrNull(row.decidedAt),
  changedAt: writeTimeOrNull(row.changedAt),
  serviceStatus: row.serviceStatus,
  amount: row.amount,
  currency: row.currency,
  eur: row.eur,
});

const views: ReadonlySet<string> = new Set<QueueView>(['open', 'mine', 'overdue', 'snoozed', 'decided']);

// `cases` finds those whose reasons have ended, also reasons about risk. `disagreesAt` says what was decided.
const {
  risk: _risk,
  category: _category,
  score: _score,
  cases: _cases,
  decision: _decision,
  disagreesAt: _disagreesAt,
  queue,
  ...others
} = queueList.filters;
const filters = {
  queue: { ...queue, choices: queue.choices.filter(({ value }) => views.has(value)) },
  ...others,
};

/** @throws ApiRefusal for a view that only proposed cases or disagreements are in, or not in */
const listCases: typeof fetchCases = async (context, business, query, size) => {
  if (!(query.choices['queue'] ?? []).every((view) => views.has(view)))
    throw new ApiRefusal('invalid-request', {
      errors: [{ parameter: 'queue', detail: tApi('invalid.value') }],
    });
  return fetchCases(context, business, query, size);
};

/** Review cases: without their notes, files, decisions and reports, and without score and entities. */
export const caseRoutes: readonly ApiRoute[] = [
  createListRoute({
    path: '/cases',
    summary: tApi('operation.cases'),
    scope: 'cases:read',
    spec: { ...queueList, filters },
    hasChangeTime: true,
    list: listCases,
    record: reviewCase,
    write: writeCase,
  }),
  createRecordRoute({
    path: '/cases/{id}',
    summary: tApi('operation.case'),
    scope: 'cases:read',
    response: reviewCase,
    read: async (context, businessId, id) => {
      const [row] = (await fetchCases(context, businessId, findOne(id), 1)).rows;
      return row === undefined ? null : writeCase(row);
    },
  }),
];
