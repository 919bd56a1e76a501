import 'server-only';
import * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import { acceptanceFor, acceptances, effectOfMessage, isCallbackKind } from '#lib/observations/index.ts';
import { instantColumn } from '#lib/platform/columns.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { database, databasePool } from '#lib/platform/db.ts';
import type { RawRow } from '#lib/platform/record-columns.ts';
import type { MessageId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import { shownVerdict } from '../model-verdict.ts';
import { noSuchCallback } from '../problems.ts';
import type { CallbackRow } from '../schema-list.ts';
import type { CallbackPageView, Contradiction, Decision, Delivery, Version } from '../schema-message.ts';
import { callbackSelect, readCallbackRow } from './list.ts';
import { visibleReasons } from './visible-reasons.ts';

/** More deliveries than these are counted, not listed. */
const mostDeliveries = 30;
const mostVersions = 50;

async function findRow(scope: Scope, messageId: MessageId): Promise<CallbackRow> {
  const { rows } = await databasePool().query<RawRow>(
    `SELECT ${callbackSelect} FROM callback_message m WHERE m.business_id = $1::uuid AND m.id = $2::uuid`,
    [scope.businessId, messageId],
  );
  const [row] = rows;
  if (!row) throw noSuchCallback();
  return readCallbackRow(scope)(row);
}

const headers = z.record(z.string(), z.string()).catch({});

async function deliveriesOf(messageId: MessageId): Promise<readonly Delivery[]> {
  const newest = await database().callbackDelivery.findMany({
    where: { messageId },
    orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }],
    take: mostDeliveries,
  });
  const first = await database().callbackDelivery.findFirst({
    where: { messageId },
    orderBy: [{ receivedAt: 'asc' }, { id: 'asc' }],
  });
  const all = first === null || newest.some(({ id }) => id === first.id) ? newest : [...newest, first];
  return all.map((row) => ({
    deliveryId: String(row.id),
    at: instantColumn(row.receivedAt),
    headers: headers.parse(row.headers),
    isFirst: row.id === first?.id,
  }));
}

const decisionKind = z.enum(['released', 'rejected', 'reprocessed']).catch('reprocessed');

async function decisionsOf(messageId: MessageId): Promise<readonly Decision[]> {
  const rows = await database().callbackDecision.findMany({
    where: { messageId },
    orderBy: { revision: 'desc' },
  });
  const ids = rows.flatMap(({ personId }) => personId ?? []);
  const people = await database().person.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true },
  });
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    revision: row.revision,
    kind: decisionKind.parse(row.kind),
    at: instantColumn(row.at),
    person: row.personId === null ? null : (names.get(row.personId) ?? 'somebody'),
    note: row.note,
    accepted: acceptances.catch([]).parse(row.accepted),
    verdictBefore: row.verdictBefore,
    verdictAfter: row.verdictAfter,
  }));
}

async function versionsOf({ businessId, may }: Scope, row: CallbackRow): Promise<readonly Version[]> {
  if (row.subjectId === null) return [];
  const rows = await database().callbackMessage.findMany({
    where: { businessId, kind: row.kind, subjectId: row.subjectId, id: { not: row.messageId } },
    orderBy: [{ firstReceivedAt: 'desc' }, { id: 'desc' }],
    take: mostVersions,
    omit: { body: true },
  });
  return rows.map((one) => ({
    messageId: one.id,
    sha256: Buffer.from(one.sha256).toString('hex'),
    verdict: shownVerdict({ ...one, doubted: visibleReasons(one, may('risk.read')).length > 0 }),
    firstReceivedAt: instantColumn(one.firstReceivedAt),
    deliveries: one.deliveries,
  }));
}

const sides = z
  .array(
    z.object({
      field: z.string(),
      values: z.array(
        z.object({
          value: z.coerce.string(),
          source: z.enum(['read', 'create', 'callback', 'import', 'seed']),
          at: z.number().transform((at): Instant => instant(at)),
          observation: z.string(),
        }),
      ),
    }),
  )
  .catch([]);

/** Of the record's contradictions those to which this callback is a side. */
async function contradictionsOf(
  { businessId }: Scope,
  { kind, messageId, subjectId, paymentId }: CallbackRow,
): Promise<readonly Contradiction[]> {
  const records = [];
  if (subjectId !== null && kind === 'withdrawal')
    records.push(
      database().withdrawal.findFirst({
        where: { businessId, withdrawalId: subjectId },
        select: { conflicts: true },
      }),
    );
  if (subjectId !== null && kind === 'deposit-received')
    records.push(
      database().deposit.findFirst({
        where: { businessId, depositId: subjectId },
        select: { conflicts: true },
      }),
    );
  if (paymentId !== null)
    records.push(
      database().payment.findFirst({ where: { businessId, paymentId }, select: { conflicts: true } }),
    );
  const found = await Promise.all(records);
  return found
    .flatMap((record) => sides.parse(record?.conflicts ?? []))
    .filter(({ values }) => values.some(({ observation }) => observation === messageId))
    .map(({ field, values }) => ({
      field,
      values: values.map(({ observation, ...side }) => ({
        ...side,
        messageId: side.source === 'callback' ? observation : null,
        isThis: observation === messageId,
      })),
    }));
}

async function bytesOf({ businessId, may }: Scope, row: CallbackRow, decisions: readonly Decision[]) {
  const stored = await database().callbackMessage.findFirst({
    where: { businessId, id: row.messageId },
    select: { body: true, accepted: true, reasons: true, verdict: true },
  });
  if (stored === null || !isCallbackKind(row.kind)) throw noSuchCallback();
  const isApplied = stored.verdict === 'applied' || stored.verdict === 'new-version';
  const letIn = decisions.find(({ verdictAfter, verdictBefore }) => verdictAfter !== verdictBefore);
  const effects = isApplied
    ? await effectOfMessage({
        id: row.messageId,
        businessId,
        kind: row.kind,
        body: stored.body,
        accepted: acceptances.catch([]).parse(stored.accepted),
        appliedAt: letIn?.at ?? row.firstReceivedAt,
      })
    : [];
  return { length: stored.body.byteLength, reasons: visibleReasons(stored, may('risk.read')), effects };
}

/**
 * Everything about a callback but what its bytes say: its deliveries, what it changed, other versions, what people
 * decided. Throws Problem 'not-found' or 'forbidden'.
 */
export async function readCallbackPage(
  context: Context<PersonActor>,
  business: string,
  message: string,
): Promise<CallbackPageView> {
  const scope = requirePermission(context, business, 'read');
  const messageId = parseId<MessageId>(message);
  if (messageId === null) throw noSuchCallback();
  const row = await findRow(scope, messageId);
  const [deliveries, decisions, versions, contradictions] = await Promise.all([
    deliveriesOf(messageId),
    decisionsOf(messageId),
    versionsOf(scope, row),
    contradictionsOf(scope, row),
  ]);
  const { length, reasons, effects } = await bytesOf(scope, row, decisions);
  return {
    row,
    length,
    reasons: reasons.map((reason) => ({ ...reason, acceptance: acceptanceFor(reason)?.how ?? null })),
    deliveries,
    decisions,
    effects,
    versions,
    contradictions,
    mayDecide: scope.may('callbacks.manage'),
  };
}
