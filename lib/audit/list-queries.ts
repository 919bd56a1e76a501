import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { database, databasePool } from '#lib/platform/db.ts';
import { Statement } from '#lib/platform/statement.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import type { AuditPage, AuditQuery, AuditRow } from './schema.ts';

const pageSize = 50;

const row = z.object({
  sequence: z.string(),
  at: z.string(),
  actor_kind: z.string(),
  actor_id: z.string(),
  actor_name: z.string().nullable(),
  action: z.string(),
  object_type: z.string(),
  object_id: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  request_id: z.string(),
  hash: z.string(),
});

/** Newest first, from below `before` on. */
async function read(businessId: BusinessId, query: AuditQuery, count: number): Promise<AuditRow[]> {
  const statement = new Statement();
  const chain = statement.bind(businessId);
  const zone = `(SELECT time_zone FROM business WHERE id = ${chain}::uuid)`;
  const where = [`e.chain_id = ${chain}::uuid`];
  if (query.area !== '') where.push(statement.startsWith('e.action', `${query.area}.`));
  if (query.person !== '')
    where.push(`e.actor_kind = 'person' AND e.actor_id = ${statement.bind(query.person)}`);
  if (query.object !== '')
    where.push(
      `(e.object_id = ${statement.bind(query.object)} OR e.request_id = ${statement.bind(query.object)})`,
    );
  if (query.from !== '')
    where.push(`e.at >= (${statement.bind(query.from)}::date::timestamp AT TIME ZONE ${zone})`);
  if (query.to !== '')
    where.push(`e.at < ((${statement.bind(query.to)}::date + 1)::timestamp AT TIME ZONE ${zone})`);
  if (query.before !== '') where.push(`e.sequence < ${statement.bind(query.before)}::bigint`);
  const { rows } = await databasePool().query(
    `SELECT e.sequence::text AS sequence, floor(extract(epoch from e.at) * 1000)::bigint::text AS at, e.actor_kind,
            e.actor_id, p.name AS actor_name, e.action, e.object_type, e.object_id, jsonb_pretty(e.before) AS before,
            jsonb_pretty(e.after) AS after, e.request_id, encode(e.hash, 'hex') AS hash
       FROM audit_entry e LEFT JOIN person p ON e.actor_kind = 'person' AND p.id::text = e.actor_id
      WHERE ${where.join(' AND ')} ORDER BY e.sequence DESC LIMIT ${statement.bind(count)}`,
    statement.values,
  );
  return z
    .array(row)
    .parse(rows)
    .map((one) => ({
      sequence: one.sequence,
      at: instant(Number(one.at)),
      actor: { kind: one.actor_kind, id: one.actor_id, name: one.actor_name ?? one.actor_id },
      action: one.action,
      objectType: one.object_type,
      objectId: one.object_id,
      before: one.before === 'null' ? null : one.before,
      after: one.after === 'null' ? null : one.after,
      requestId: one.request_id,
      hash: one.hash,
    }));
}

/** A page of the business's audit log. Throws Problem 'not-found' or 'forbidden'. */
export async function listAudit(
  context: Context<PersonActor>,
  business: string,
  query: AuditQuery,
): Promise<AuditPage> {
  const { businessId } = requirePermission(context, business, 'audit.read');
  const [found, members] = await Promise.all([
    read(businessId, query, pageSize + 1),
    database().membership.findMany({
      where: { businessId },
      select: { person: { select: { id: true, name: true } } },
      orderBy: { person: { name: 'asc' } },
    }),
  ]);
  const rows = found.slice(0, pageSize);
  return {
    rows,
    next: found.length > pageSize ? (rows.at(-1)?.sequence ?? null) : null,
    people: members.map(({ person }) => ({ personId: person.id, name: person.name })),
  };
}

/** Everything under these filters, newest first, in batches. The caller has checked the permission. */
export async function* auditBatches(
  businessId: BusinessId,
  query: AuditQuery,
  batch = 1_000,
): AsyncGenerator<readonly AuditRow[]> {
  for (let before = query.before; ; ) {
    const rows = await read(businessId, { ...query, before }, batch);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batch) return;
    before = last.sequence;
  }
}
