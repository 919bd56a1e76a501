import 'server-only';
import * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import { instantColumn } from '#lib/database/columns.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import type { RawRow } from '#lib/database/record-columns.ts';
import { tCallbackPage } from '#lib/messages/callbacks.ts';
import {
  isCallbackKind,
  quarantineOverrides,
  readMessageEffects,
  toQuarantineOverride,
} from '#lib/observations/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { maskSecrets } from '#lib/platform/mask-secrets.ts';
import { isRiskPath } from '#lib/service/contract/risk-fields.ts';
import { listCallbackSecrets } from '#lib/service/index.ts';
import type { MessageId } from '#lib/values/ids.ts';
import { parseId, toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import { toShownVerdict } from '../model/verdict.ts';
import { callbackNotFound } from '../problems.ts';
import type { CallbackRow } from '../schema/list.ts';
import type { CallbackPageView, Decision, Delivery, FieldConflict, Version } from '../schema/message.ts';
import { callbackSelect, readCallbackRow } from './list.ts';
import { maskHeaders } from './mask-headers.ts';
import { selectShownColumns } from './shown-columns.ts';
import { listVisibleReasons } from './visible-reasons.ts';

/** Further deliveries are counted but not listed. */
const maximumDeliveries = 30;
const maximumVersions = 50;

type FoundRow = {
  readonly row: CallbackRow;
  /** The id in the database. `row.messageId` is the one that the person may see. */
  readonly storedId: MessageId;
};

const storedId = z.string().transform((text) => toId<MessageId>(text));

/** Finds a callback by its reference. People who may see all bytes also find it by its id. */
async function findRow(scope: Scope, id: MessageId): Promise<FoundRow> {
  const { always } = selectShownColumns(scope.may('risk.read'));
  const condition =
    always === null ? '(m.id = $2::uuid OR m.reference = $2::uuid)' : `m.reference = $2::uuid AND ${always}`;
  const { rows } = await databasePool().query<RawRow>(
    `SELECT ${callbackSelect(scope)}, m.id::text AS "storedId" FROM callback_message m
      WHERE m.business_id = $1::uuid AND ${condition}`,
    [scope.businessId, id],
  );
  const [row] = rows;
  if (!row) throw callbackNotFound();
  return { row: readCallbackRow(scope)(row), storedId: storedId.parse(row['storedId']) };
}

/** Returns the stored messages of a row. Without risk detail, hidden versions count as deliveries of the first content. */
async function listStoredMessages({ may }: Scope, messageId: MessageId): Promise<readonly MessageId[]> {
  if (may('risk.read')) return [messageId];
  const hidden = await database().callbackMessage.findMany({
    where: { shownWith: messageId },
    select: { id: true },
  });
  return [messageId, ...hidden.map(({ id }) => toId<MessageId>(id))];
}

const headers = z.record(z.string(), z.string()).catch({});

async function readDeliveries(scope: Scope, messageId: MessageId): Promise<readonly Delivery[]> {
  const where = { messageId: { in: [...(await listStoredMessages(scope, messageId))] } };
  const newest = await database().callbackDelivery.findMany({
    where,
    orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }],
    take: maximumDeliveries,
  });
  const first = await database().callbackDelivery.findFirst({
    where,
    orderBy: [{ receivedAt: 'asc' }, { id: 'asc' }],
  });
  const all = first === null || newest.some(({ id }) => id === first.id) ? newest : [...newest, first];
  const secrets = await listCallbackSecrets();
  return all.map((row) => ({
    deliveryId: String(row.id),
    at: instantColumn(row.receivedAt),
    headers: maskHeaders(headers.parse(row.headers), secrets, scope.may('risk.read')),
    isFirst: row.id === first?.id,
  }));
}

const decisionKind = z.enum(['released', 'rejected', 'reprocessed']).catch('reprocessed');

async function readDecisions({ may }: Scope, messageId: MessageId): Promise<readonly Decision[]> {
  const secrets = await listCallbackSecrets();
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
    person:
      row.personId === null ? null : (names.get(row.personId) ?? tCallbackPage('decisions.formerMember')),
    note: row.note === null ? null : maskSecrets(row.note, secrets),
    accepted: quarantineOverrides
      .catch([])
      .parse(row.accepted)
      .filter(({ path }) => may('risk.read') || !isRiskPath(path)),
    verdictBefore: row.verdictBefore,
    verdictAfter: row.verdictAfter,
  }));
}

async function readVersions(
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
    take: maximumVersions,
    omit: { body: true },
  });
  return rows.map((one) => ({
    messageId: maySeeRisk ? one.id : one.reference,
    reference: one.reference,
    sha256: maySeeRisk ? Buffer.from(one.sha256).toString('hex') : null,
    verdict: toShownVerdict({ ...one, hasReasons: listVisibleReasons(one, maySeeRisk).length > 0 }),
    firstReceivedAt: instantColumn(one.firstReceivedAt),
  }));
}

const conflictColumn = z
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

/** Returns the conflicts of the record that involve this callback. */
async function readConflicts(
  scope: Scope,
  { row: { kind, subjectId, paymentId }, storedId }: FoundRow,
): Promise<readonly FieldConflict[]> {
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
  const own = new Set<string>(await listStoredMessages(scope, storedId));
  const secrets = await listCallbackSecrets();
  const conflicts = found
    .flatMap((record) => conflictColumn.parse(record?.conflicts ?? []))
    .filter(({ values }) => values.some(({ observation }) => own.has(observation)));
  const references = await readReferences(
    scope,
    conflicts
      .flatMap(({ values }) => values)
      .flatMap((one) => (one.source === 'callback' ? one.observation : [])),
  );
  return conflicts.map(({ field, values }) => ({
    field,
    values: values.map(({ observation, ...side }) => ({
      ...side,
      value: maskSecrets(side.value, secrets),
      reference: side.source === 'callback' ? (references.get(observation) ?? null) : null,
      isThis: own.has(observation),
    })),
  }));
}

/** Returns the reference of each stored message for links. A hidden version has the reference of its first message. */
async function readReferences(
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

async function readContentFacts(
  { businessId, may }: Scope,
  { row, storedId }: FoundRow,
  decisions: readonly Decision[],
) {
  const stored = await database().callbackMessage.findFirst({
    where: { businessId, id: storedId },
    select: { body: true, accepted: true, reasons: true, verdict: true, expiredSize: true },
  });
  if (stored === null || !isCallbackKind(row.kind)) throw callbackNotFound();
  const isApplied = stored.verdict === 'applied' || stored.verdict === 'new-version';
  const release = decisions.find(({ verdictAfter, verdictBefore }) => verdictAfter !== verdictBefore);
  const effects = isApplied
    ? await readMessageEffects({
        id: storedId,
        businessId,
        kind: row.kind,
        body: stored.body,
        accepted: quarantineOverrides.catch([]).parse(stored.accepted),
        appliedAt: release?.at ?? row.firstReceivedAt,
      })
    : [];
  return {
    length: may('risk.read') ? (stored.expiredSize ?? stored.body.byteLength) : null,
    reasons: listVisibleReasons(stored, may('risk.read')),
    effects,
  };
}

/**
 * Returns everything about a callback but its content: deliveries, changes, other versions and decisions.
 *
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function readCallbackPage(
  context: Context<PersonActor>,
  business: string,
  message: string,
): Promise<CallbackPageView> {
  const scope = requirePermission(context, business, 'read');
  const messageId = parseId<MessageId>(message);
  if (messageId === null) throw callbackNotFound();
  const found = await findRow(scope, messageId);
  const [deliveries, decisions, versions, conflicts, secrets] = await Promise.all([
    readDeliveries(scope, found.storedId),
    readDecisions(scope, found.storedId),
    readVersions(scope, found),
    readConflicts(scope, found),
    listCallbackSecrets(),
  ]);
  const { length, reasons, effects } = await readContentFacts(scope, found, decisions);
  const mask = (text: string) => maskSecrets(text, secrets);
  return {
    row: found.row,
    length,
    reasons: reasons.map(({ path, problem }) => ({
      path: mask(path),
      problem: mask(problem),
      acceptance: toQuarantineOverride({ path, problem })?.how ?? null,
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
    conflicts,
    mayDecide: scope.may('callbacks.manage'),
  };
}
