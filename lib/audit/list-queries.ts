import 'server-only';
import * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import { millisecondsSql } from '#lib/database/columns.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import { countRows } from '#lib/lists/count-rows.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/lists/model/query.ts';
import { readPage } from '#lib/lists/read-page.ts';
import { tAuditPage } from '#lib/messages/audit.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { Secrets } from '#lib/platform/mask-secrets.ts';
import { maskSecrets } from '#lib/platform/mask-secrets.ts';
import { listCallbackSecrets } from '#lib/service/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import type { EntryNames } from './entry-details.ts';
import { listDetails, listFirstDetails, listIds } from './entry-details.ts';
import { selectAuditDefinition } from './list-definition.ts';
import type { AuditEntry, AuditEntryView, AuditPerson, AuditRow } from './schema.ts';

/** Length of the details in the list. The entry itself shows all of them. */
const summaryLength = 160;

/** Looks up names only for the entries of the page. */
const personNameSql = (isPerson: string, id: string) =>
  `CASE WHEN ${isPerson} AND ${id} ~ '^[0-9a-f-]{36}$' THEN (SELECT p.name FROM person p WHERE p.id = ${id}::uuid) END`;

/** People, rules and the business have a name, and cases a number. */
const objectNameSql = `CASE e.object_type
    WHEN 'business' THEN (SELECT b.name FROM business b WHERE b.id = e.business_id AND e.object_id = b.id::text)
    WHEN 'person' THEN ${personNameSql('true', 'e.object_id')}
    WHEN 'review-case' THEN CASE WHEN e.object_id ~ '^[0-9a-f-]{36}$' THEN (SELECT c.number::text FROM review_case c
      WHERE c.business_id = e.business_id AND c.case_id = e.object_id::uuid) END
    WHEN 'review-rule' THEN CASE WHEN e.object_id ~ '^[0-9a-f-]{36}$' THEN (SELECT t.name FROM review_rule_text t
      WHERE t.business_id = e.business_id AND t.rule_id = e.object_id::uuid ORDER BY t.number DESC LIMIT 1) END END`;

/** Entries with the text of a report to an authority, which no auditor reads. */
const narrativeActions = "'review-case.draft-report', 'review-case.file-report', 'review-case.amend-report'";

/** Proposals of risk detail. Their reasons may name cases. */
const riskGrantActions =
  "'role.propose-risk', 'role.approve-risk', 'role.decline-risk', 'role.withdraw-risk'";

/** Columns of what a reader may see. Positions and hashes depend on all entries, also on hidden ones. */
function createSelects({ may }: Pick<Scope, 'may'>) {
  const seesAll = may('review.work');
  const hidden = [...(seesAll ? [] : [narrativeActions]), ...(may('audit.risk') ? [] : [riskGrantActions])];
  const value = (column: string) =>
    hidden.length === 0
      ? column
      : `CASE WHEN e.action IN (${hidden.join(', ')}) THEN NULL ELSE ${column} END`;
  const onlyIf = (isVisible: boolean, column: string) => (isVisible ? column : "''");
  const [before, after] = ['e.before', 'e.after'].map((column) => `nullif(${value(column)}, 'null')`);
  const shared = `e.entry_id AS "entryId", e.chain, ${onlyIf(may('audit.risk'), 'e.sequence::text')} AS sequence,
  ${millisecondsSql('e.at')} AS at, e.actor_kind AS "actorKind", e.actor_id AS "actorId",
  ${personNameSql("e.actor_kind = 'person'", 'e.actor_id')} AS "actorName", e.action, e.object_type AS "objectType",
  e.object_id AS "objectId", ${objectNameSql} AS "objectName",
  e.request_id AS "requestId"`;
  return {
    row: `${shared}, left(${before}::text, ${summaryLength}) AS before, left(${after}::text, ${summaryLength}) AS after`,
    entry: `${shared}, jsonb_pretty(${before}) AS before, jsonb_pretty(${after}) AS after,
  ${onlyIf(seesAll, "encode(e.hash, 'hex')")} AS hash, ${onlyIf(seesAll, "encode(e.previous, 'hex')")} AS previous`,
  };
}

const auditRow = z.object({
  entryId: z.string(),
  chain: z.enum(['business', 'sign-ins']),
  sequence: z.string(),
  at: z.string().transform((ms) => instant(Number(ms))),
  actorKind: z.string(),
  actorId: z.string(),
  actorName: z.string().nullable(),
  action: z.string(),
  objectType: z.string(),
  objectId: z.string(),
  objectName: z.string().nullable(),
  requestId: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
const auditEntry = auditRow.extend({
  hash: z.string(),
  previous: z.string(),
});

const formatActor = <Read extends Pick<z.infer<typeof auditRow>, 'actorKind' | 'actorId' | 'actorName'>>({
  actorKind,
  actorId,
  actorName,
  ...rest
}: Read) => ({
  ...rest,
  actor: { kind: actorKind, id: actorId, name: actorName ?? actorId },
});
const maskText = (text: string | null, secrets: Secrets) =>
  text === null ? null : maskSecrets(text, secrets);

function maskRow<Read extends z.infer<typeof auditRow>>(read: Read, secrets: Secrets): Read {
  return {
    ...read,
    objectId: maskSecrets(read.objectId, secrets),
    requestId: maskSecrets(read.requestId, secrets),
    before: maskText(read.before, secrets),
    after: maskText(read.after, secrets),
  };
}

const readRow = (secrets: Secrets) => (row: unknown) => formatActor(maskRow(auditRow.parse(row), secrets));

/** Returns the names of this business, its members and its API tokens with these IDs. IDs of other objects have no name. */
async function findNames(businessId: BusinessId, ids: readonly string[]): Promise<EntryNames> {
  if (ids.length === 0) return new Map();
  const business = ids.includes(businessId)
    ? await database().business.findUnique({ where: { id: businessId }, select: { id: true, name: true } })
    : null;
  const members = await database().membership.findMany({
    where: { businessId, personId: { in: [...new Set(ids)] } },
    select: { person: { select: { id: true, name: true } } },
  });
  const tokens = await database().apiToken.findMany({
    where: { tokenId: { in: [...new Set(ids)] }, businessIds: { has: businessId } },
    select: { tokenId: true, name: true },
  });
  const named = [
    ...members.map(({ person }) => person),
    ...tokens.map(({ tokenId, name }) => ({ id: tokenId, name })),
  ];
  return new Map([...named, ...(business === null ? [] : [business])].map(({ id, name }) => [id, name]));
}

const readEntry =
  (secrets: Secrets) =>
  (row: unknown): AuditEntry =>
    formatActor(maskRow(auditEntry.parse(row), secrets));

/** Returns a page of the audit log with the sign-ins of its people. Throws Problem 'not-found' or 'forbidden'. */
export async function listAudit(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
  size?: number,
): Promise<ListPage<AuditRow>> {
  const scope = requirePermission(context, business, 'audit.read');
  const { businessId } = scope;
  const page = await readPage(selectAuditDefinition(scope.may('audit.risk')), {
    businessId,
    query,
    ...(size === undefined ? {} : { size }),
    select: createSelects(scope).row,
    read: readRow(await listCallbackSecrets()),
  });
  const names = await findNames(
    businessId,
    page.rows.flatMap(({ before, after }) => listIds(`${before ?? ''} ${after ?? ''}`)),
  );
  const rows = page.rows.map(({ before, after, ...row }) => ({
    ...row,
    summary: listFirstDetails(row.action, before, after, names),
  }));
  return { ...page, rows };
}

/** Counts the matching entries, exactly up to 10,000. */
export async function countAudit(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListCount> {
  const { businessId, may } = requirePermission(context, business, 'audit.read');
  return countRows(selectAuditDefinition(may('audit.risk')), businessId, query);
}

/** Returns one complete entry. Throws Problem 'not-found' if the business has no such entry, or 'forbidden'. */
export async function readAuditEntry(
  context: Context<PersonActor>,
  business: string,
  entry: string,
): Promise<AuditEntryView> {
  const scope = requirePermission(context, business, 'audit.read');
  const { businessId } = scope;
  const { from, idHint } = selectAuditDefinition(scope.may('audit.risk'));
  const statement = new Statement();
  const id = parseId(entry);
  const rows =
    id === null
      ? []
      : (
          await databasePool().query(
            `SELECT ${createSelects(scope).entry} FROM ${from}
              WHERE e.business_id = ${statement.bind(businessId)}::uuid AND e.entry_id = ${statement.bind(id)}::uuid
                AND ${idHint?.(statement, [id])}`,
            [...statement.values],
          )
        ).rows;
  if (rows[0] === undefined) throw new Problem('not-found', tAuditPage('notFound'));
  const read = readEntry(await listCallbackSecrets())(rows[0]);
  const { action, before, after } = read;
  const names = await findNames(businessId, listIds(`${before ?? ''} ${after ?? ''}`));
  return { ...read, details: listDetails(action, before, after, names) };
}

/** Returns the actors to filter by: the members of the business, by name. */
export async function listAuditPeople(
  context: Context<PersonActor>,
  business: string,
): Promise<readonly AuditPerson[]> {
  const { businessId } = requirePermission(context, business, 'audit.read');
  const members = await database().membership.findMany({
    where: { businessId },
    select: { person: { select: { id: true, name: true } } },
    orderBy: { person: { name: 'asc' } },
  });
  return members.map(({ person }) => ({ personId: person.id, name: person.name }));
}

/** The source of an export of the log: the entries that the reader may see, in the same order, complete. */
export const createAuditSource = (scope: Pick<Scope, 'may'>, secrets: Secrets) => ({
  definition: selectAuditDefinition(scope.may('audit.risk')),
  select: createSelects(scope).entry,
  read: readEntry(secrets),
});
