import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/lists/model/query.ts';
import { countRows, readPage } from '#lib/lists/read-page.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { Secrets } from '#lib/platform/mask-secrets.ts';
import { maskSecrets } from '#lib/platform/mask-secrets.ts';
import { callbackSecrets } from '#lib/service/index.ts';
import { Problem } from '#lib/values/errors.ts';
import { instant } from '#lib/values/instant.ts';
import { auditKeyset, entries, parseEntryId } from './list-definition.ts';
import type { AuditEntry, AuditPerson, AuditRow } from './schema.ts';

/** So much of what was written down stands in the list; the entry itself has all of it. */
const summaryLength = 160;

/** A name is looked up for the entries that are read only. */
const personOf = (isPerson: string, id: string) =>
  `CASE WHEN ${isPerson} AND ${id} ~ '^[0-9a-f-]{36}$' THEN (SELECT p.name FROM person p WHERE p.id = ${id}::uuid) END`;

const select = `e.entry_id AS "entryId", e.chain, e.sequence::text AS sequence,
  floor(extract(epoch from e.at) * 1000)::bigint::text AS at, e.actor_kind AS "actorKind", e.actor_id AS "actorId",
  ${personOf("e.actor_kind = 'person'", 'e.actor_id')} AS "actorName", e.action, e.object_type AS "objectType",
  e.object_id AS "objectId", ${personOf("e.object_type = 'person'", 'e.object_id')} AS "objectName",
  left(nullif(coalesce(nullif(e.after, 'null'), e.before)::text, 'null'), ${summaryLength}) AS summary,
  e.request_id AS "requestId"`;

const wholeSelect = `${select}, jsonb_pretty(nullif(e.before, 'null')) AS before,
  jsonb_pretty(nullif(e.after, 'null')) AS after, encode(e.hash, 'hex') AS hash,
  encode(e.previous, 'hex') AS previous`;

const row = z.object({
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
  summary: z.string().nullable(),
  requestId: z.string(),
});
const whole = row.extend({
  before: z.string().nullable(),
  after: z.string().nullable(),
  hash: z.string(),
  previous: z.string(),
});

const named = <Read extends z.infer<typeof row>>({ actorKind, actorId, actorName, ...rest }: Read) => ({
  ...rest,
  actor: { kind: actorKind, id: actorId, name: actorName ?? actorId },
});
const maskText = (text: string | null, secrets: Secrets) =>
  text === null ? null : maskSecrets(text, secrets);

function maskRow<Read extends z.infer<typeof row>>(read: Read, secrets: Secrets): Read {
  return {
    ...read,
    objectId: maskSecrets(read.objectId, secrets),
    requestId: maskSecrets(read.requestId, secrets),
    summary: maskText(read.summary, secrets),
  };
}

const readRow =
  (secrets: Secrets) =>
  (given: unknown): AuditRow =>
    named(maskRow(row.parse(given), secrets));

const readWhole =
  (secrets: Secrets) =>
  (given: unknown): AuditEntry => {
    const { before, after, ...rest } = whole.parse(given);
    const masked = maskRow(
      { ...rest, before: maskText(before, secrets), after: maskText(after, secrets) },
      secrets,
    );
    return named(masked);
  };

/** A page of the business's audit log, the sign-ins of its people included. Throws Problem 'not-found' or 'forbidden'. */
export async function listAudit(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
  size?: number,
): Promise<ListPage<AuditRow>> {
  const { businessId } = requirePermission(context, business, 'audit.read');
  return readPage(auditKeyset, {
    businessId,
    query,
    ...(size === undefined ? {} : { size }),
    select,
    read: readRow(await callbackSecrets()),
  });
}

/** How many entries that is, exact up to 10,000. */
export async function countAudit(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListCount> {
  const { businessId } = requirePermission(context, business, 'audit.read');
  return countRows(auditKeyset, businessId, query);
}

/** One entry, whole. Throws Problem 'not-found' where this business has none of that id, and 'forbidden'. */
export async function readAuditEntry(
  context: Context<PersonActor>,
  business: string,
  entry: string,
): Promise<AuditEntry> {
  const { businessId } = requirePermission(context, business, 'audit.read');
  const asked = parseEntryId(entry);
  const { rows } = await databasePool().query(
    `SELECT ${wholeSelect} FROM ${entries} e
      WHERE e.business_id = $1::uuid AND e.chain = $2 AND e.sequence = $3::bigint`,
    [businessId, asked?.chain ?? '', asked?.sequence ?? '0'],
  );
  if (rows[0] === undefined) throw new Problem('not-found', 'The audit log has no such entry.');
  return readWhole(await callbackSecrets())(rows[0]);
}

/** Those whose acts can be looked for: the members of the business, by name. */
export async function auditPeople(
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

/** What a file of the log reads: the same entries in the same order, each whole. */
export const auditSource = (secrets: Secrets) => ({
  keyset: auditKeyset,
  select: wholeSelect,
  read: readWhole(secrets),
});
