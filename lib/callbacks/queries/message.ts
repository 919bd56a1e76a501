import 'server-only';
import * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import { instantColumn } from '#lib/database/columns.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import type { RawRow } from '#lib/database/record-columns.ts';
import { acceptanceFor, acceptances, effectOfMessage, isCallbackKind } from '#lib/observations/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { maskSecrets } from '#lib/platform/mask-secrets.ts';
import { isRiskPath } from '#lib/service/contract/risk-fields.ts';
import { callbackSecrets } from '#lib/service/index.ts';
import type { MessageId } from '#lib/values/ids.ts';
import { parseId, toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import { shownVerdict } from '../model/verdict.ts';
import { noSuchCallback } from '../problems.ts';
import type { CallbackRow } from '../schema/list.ts';
import type { CallbackPageView, Contradiction, Decision, Delivery, Version } from '../schema/message.ts';
import { callbackSelect, readCallbackRow } from './list.ts';
import { shownColumns } from './shown-columns.ts';
import { visibleHeaders } from './visible-headers.ts';
import { visibleReasons } from './visible-reasons.ts';

/** More deliveries than these are counted, not listed. */
const mostDeliveries = 30;
const mostVersions = 50;

type FoundRow = {
  readonly row: CallbackRow;
  /** The id in the database; `row.messageId` is what the person may see of it. */
  readonly storedId: MessageId;
};

const storedId = z.string().transform((text) => toId<MessageId>(text));

/** By its reference; a person who may see all of the bytes finds it by its id too. */
async function findRow(scope: Scope, wanted: MessageId): Promise<FoundRow> {
  const { always } = shownColumns(scope.may('risk.read'));
  const isWanted =
    always === null ? '(m.id = $2::uuid OR m.reference = $2::uuid)' : `m.reference = $2::uuid AND ${always}`;
  const { rows } = await databasePool().query<RawRow>(
    `SELECT ${callbackSelect(scope)}, m.id::text AS "storedId" FROM callback_message m
      WHERE m.business_id = $1::uuid AND ${isWanted}`,
    [scope.businessId, wanted],
  );
  const [row] = rows;
  if (!row) throw noSuchCallback();
  return { row: readCallbackRow(scope)(row), storedId: storedId.parse(row['storedId']) };
}

/** The stored messages behind a row: without risk detail, the hidden versions of a content count as deliveries of it. */
async function messagesBehind({ may }: Scope, messageId: MessageId): Promise<readonly MessageId[]> {
  if (may('risk.read')) return [messageId];
  const hidden = await database().callbackMessage.findMany({
    where: { shownWith: messageId },
    select: { id: true },
  });
  return [messageId, ...hidden.map(({ id }) => toId<MessageId>(id))];
}

const headers = z.record(z.string(), z.string()).catch({});

async function deliveriesOf(scope: Scope, messageId: MessageId): Promise<readonly Delivery[]> {
  const where = { messageId: { in: [...(await messagesBehind(scope, messageId))] } };
  const newest = await database().callbackDelivery.findMany({
    where,
    orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }],
    take: mostDeliveries,
  });
  const first = await database().callbackDelivery.findFirst({
    where,
    orderBy: [{ receivedAt: 'asc' }, { id: 'asc' }],
  });
  const all = first === null || newest.some(({ id }) => id === first.id) ? newest : [...newest, first];
  const secrets = await callbackSecrets();
  return all.map((row) => ({
    deliveryId: String(row.id),
    at: instantColumn(row.receivedAt),
    headers: visibleHeaders(headers.parse(row.headers), secrets, scope.may('risk.read')),
    isFirst: row.id === first?.id,
  }));
}

const decisionKind = z.enum(['released', 'rejected', 'reprocessed']).catch('reprocessed');

async function decisionsOf({ may }: Scope, messageId: MessageId): Promise<readonly Decision[]> {
  const secrets = await callbackSecrets();
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
    note: row.note === null ? null : maskSecrets(row.note, secrets),
    accepted: acceptances
      .catch([])
      .parse(row.accepted)
      .filter(({ path }) => may('risk.read') || !isRiskPath(path)),
    verdictBefore: row.verdictBefore,
    verdictAfter: row.verdictAfter,
  }));
}

async function versionsOf(
  { businessId, may }: Scope,
  { row, storedId }: FoundRow,
): Promise<readonly Version[]> {
  if (row.subjectId === null) return [];
  const maySeeRisk = may('risk.read');
  const rows = await database().callbackMessage.findMany({
    where: {
      businessId,
      kind: row.kind,
      subjectId: row.subjectId,
      id: { not: storedId },
      ...(!maySeeRisk && { shownWith: null }),
    },
    orderBy: [{ firstReceivedAt: 'desc' }, { id: 'desc' }],
    take: mostVersions,
    omit: { body: true },
  });
  return rows.map((one) => ({
    messageId: maySeeRisk ? one.id : one.reference,
    reference: one.reference,
    sha256: maySeeRisk ? Buffer.from(one.sha256).toString('hex') : null,
    verdict: shownVerdict({ ...one, doubted: visibleReasons(one, maySeeRisk).length > 0 }),
    firstReceivedAt: instantColumn(one.firstReceivedAt),
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
  scope: Scope,
  { row: { kind, subjectId, paymentId }, storedId }: FoundRow,
): Promise<readonly Contradiction[]> {
  const { businessId } = scope;
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
  const own = new Set<string>(await messagesBehind(scope, storedId));
  const secrets = await callbackSecrets();
  const told = found
    .flatMap((record) => sides.parse(record?.conflicts ?? []))
    .filter(({ values }) => values.some(({ observation }) => own.has(observation)));
  const references = await referencesOf(
    scope,
    told.flatMap(({ values }) => values).flatMap((one) => (one.source === 'callback' ? one.observation : [])),
  );
  return told.map(({ field, values }) => ({
    field,
    values: values.map(({ observation, ...side }) => ({
      ...side,
      value: maskSecrets(side.value, secrets),
      reference: side.source === 'callback' ? (references.get(observation) ?? null) : null,
      isThis: own.has(observation),
    })),
  }));
}

/** What names each stored message in links: a hidden version by the first message, which stands for it. */
async function referencesOf(
  { businessId, may }: Scope,
  stored: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await databasePool().query<{ id: string; reference: string }>(
    `SELECT m.id::text, coalesce(head.reference, m.reference)::text AS reference
       FROM callback_message m LEFT JOIN callback_message head ON head.id = m.shown_with AND NOT $3::boolean
      WHERE m.business_id = $1::uuid AND m.id = ANY($2::uuid[])`,
    [businessId, [...stored], may('risk.read')],
  );
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}

async function bytesOf(
  { businessId, may }: Scope,
  { row, storedId }: FoundRow,
  decisions: readonly Decision[],
) {
  const stored = await database().callbackMessage.findFirst({
    where: { businessId, id: storedId },
    select: { body: true, accepted: true, reasons: true, verdict: true },
  });
  if (stored === null || !isCallbackKind(row.kind)) throw noSuchCallback();
  const isApplied = stored.verdict === 'applied' || stored.verdict === 'new-version';
  const letIn = decisions.find(({ verdictAfter, verdictBefore }) => verdictAfter !== verdictBefore);
  const effects = isApplied
    ? await effectOfMessage({
        id: storedId,
        businessId,
        kind: row.kind,
        body: stored.body,
        accepted: acceptances.catch([]).parse(stored.accepted),
        appliedAt: letIn?.at ?? row.firstReceivedAt,
      })
    : [];
  return {
    length: may('risk.read') ? stored.body.byteLength : null,
    reasons: visibleReasons(stored, may('risk.read')),
    effects,
  };
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
  const wanted = parseId<MessageId>(message);
  if (wanted === null) throw noSuchCallback();
  const found = await findRow(scope, wanted);
  const [deliveries, decisions, versions, contradictions, secrets] = await Promise.all([
    deliveriesOf(scope, found.storedId),
    decisionsOf(scope, found.storedId),
    versionsOf(scope, found),
    contradictionsOf(scope, found),
    callbackSecrets(),
  ]);
  const { length, reasons, effects } = await bytesOf(scope, found, decisions);
  const mask = (text: string) => maskSecrets(text, secrets);
  return {
    row: found.row,
    length,
    reasons: reasons.map(({ path, problem }) => ({
      path: mask(path),
      problem: mask(problem),
      acceptance: acceptanceFor({ path, problem })?.how ?? null,
    })),
    deliveries,
    decisions,
    effects:
      effects?.map((effect) => ({
        ...effect,
        stated: mask(effect.stated),
        before: effect.before === null ? null : mask(effect.before),
        after: effect.after === null ? null : mask(effect.after),
      })) ?? null,
    versions,
    contradictions,
    mayDecide: scope.may('callbacks.manage'),
  };
}
