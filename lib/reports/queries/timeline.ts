import 'server-only';
import * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import { instantColumn } from '#lib/platform/columns.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { database } from '#lib/platform/db.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { isRiskField } from '#lib/service/contract/risk-fields.ts';
import type { DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { parseId, toId } from '#lib/values/ids.ts';
import type { TimelineEntry } from '../schema-timeline.ts';

/** Older entries than these are not shown on a page; their bytes are kept. */
const most = 200;

const flaws = z.array(z.object({ path: z.string(), problem: z.string() })).catch([]);

/** What is wrong with a risk field quotes it: only for those who may see risk detail. */
function flawsFor(scope: Scope, column: unknown): readonly Flaw[] {
  const all = flaws.parse(column);
  return scope.may('risk.read') ? all : all.filter((flaw) => !flaw.path.split('.').some(isRiskField));
}

const newestFirst = (entries: readonly TimelineEntry[]): readonly TimelineEntry[] =>
  entries.toSorted((left, right) => right.at - left.at || (left.id < right.id ? 1 : -1));

async function namesOf(personIds: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(personIds.filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const people = await database().person.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true },
  });
  return new Map(people.map((person) => [person.id, person.name]));
}

async function callbacks(
  scope: Scope,
  about: { paymentId: PaymentId } | { subjectId: WithdrawalId | DepositId },
): Promise<TimelineEntry[]> {
  const rows = await database().callbackMessage.findMany({
    where: { businessId: scope.businessId, ...about },
    orderBy: { firstReceivedAt: 'desc' },
    take: most,
    omit: { body: true, sha256: true },
  });
  return rows.map((row) => ({
    id: `callback-${row.id}`,
    at: instantColumn(row.firstReceivedAt),
    kind: 'callback',
    name: row.kind,
    lastAt: instantColumn(row.lastReceivedAt),
    repeats: row.deliveries,
    verdict: row.verdict,
    reasons: flawsFor(scope, row.reasons),
    subjectId: row.subjectId,
    raw: `callback-${row.id}`,
  }));
}

async function answers(scope: Scope, paymentId: PaymentId): Promise<TimelineEntry[]> {
  const rows = await database().serviceAnswer.findMany({
    where: { businessId: scope.businessId, paymentId },
    orderBy: { firstStartedAt: 'desc' },
    take: most,
    omit: { body: true, sha256: true },
  });
  const names = await namesOf(rows.map((row) => row.personId));
  return rows.flatMap((row): TimelineEntry[] => {
    const source = z.enum(['create', 'read', 'import']).safeParse(row.source);
    if (!source.success) return [];
    return [
      {
        id: `answer-${row.id}`,
        at: instantColumn(row.firstStartedAt),
        kind: 'answer',
        source: source.data,
        lastAt: instantColumn(row.lastStartedAt),
        repeats: row.repeats,
        flaws: flawsFor(scope, row.flaws),
        person: row.personId === null ? null : (names.get(row.personId) ?? null),
        fileName: row.fileName,
        raw: `answer-${row.id}`,
      },
    ];
  });
}

async function attempts(scope: Scope, paymentId: PaymentId): Promise<TimelineEntry[]> {
  const rows = await database().paymentAttempt.findMany({
    where: {
      businessId: scope.businessId,
      intent: { payments: { some: { businessId: scope.businessId, paymentId } } },
    },
    orderBy: { startedAt: 'desc' },
    take: most,
  });
  const names = await namesOf(rows.map((row) => row.personId));
  return rows.map((row) => ({
    id: `attempt-${row.id}`,
    at: instantColumn(row.startedAt),
    kind: 'attempt',
    person: names.get(row.personId) ?? null,
    outcome: row.outcome,
    httpStatus: row.httpStatus,
    message: row.errorMessage,
  }));
}

/** What else the request behind this payment made, or was seen under its client payment ID. */
async function otherPayments(scope: Scope, paymentId: PaymentId): Promise<TimelineEntry[]> {
  const { businessId } = scope;
  const rows = await database().intentPayment.findMany({
    where: {
      businessId,
      paymentId: { not: paymentId },
      intent: { payments: { some: { businessId, paymentId } } },
    },
    orderBy: { foundAt: 'desc' },
    take: most,
  });
  return rows.map((row) => ({
    id: `other-payment-${row.paymentId}`,
    at: instantColumn(row.foundAt),
    kind: 'other-payment',
    paymentId: toId<PaymentId>(row.paymentId),
    confirmed: row.confirmed,
  }));
}

/** All that was asked and told about a payment, newest first. Empty where this business has no such payment. */
export async function paymentTimeline(
  context: Context<PersonActor>,
  business: string,
  payment: string,
): Promise<readonly TimelineEntry[]> {
  const scope = requirePermission(context, business, 'read');
  const paymentId = parseId<PaymentId>(payment);
  if (paymentId === null) return [];
  const parts = await Promise.all([
    attempts(scope, paymentId),
    otherPayments(scope, paymentId),
    answers(scope, paymentId),
    callbacks(scope, { paymentId }),
  ]);
  return newestFirst(parts.flat());
}

/** Every distinct callback about a deposit or a withdrawal, newest first. */
export async function callbackTimeline(
  context: Context<PersonActor>,
  business: string,
  subject: string,
): Promise<readonly TimelineEntry[]> {
  const scope = requirePermission(context, business, 'read');
  const subjectId = parseId<DepositId | WithdrawalId>(subject);
  return subjectId === null ? [] : newestFirst(await callbacks(scope, { subjectId }));
}
