import 'server-only';
import * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import { millisecondsSql } from '#lib/database/columns.ts';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import { resolutionReasons } from '#lib/payments/schema/exception-work.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import type { ExceptionChange } from '../schema/timeline.ts';
import { readTimelineNames } from './timeline-names.ts';
import type { TimelineRead } from './timeline-page.ts';
import { findEndPosition } from './timeline-page.ts';
import type { OrderColumns, TimelinePosition } from './timeline-position.ts';
import { afterPosition, positionColumns } from './timeline-position.ts';

const work = z.object({
  ownerId: z.string().nullable(),
  note: z.string(),
  resolved: z.boolean(),
  reason: z.enum(resolutionReasons).nullable().optional().catch(null),
});
type Work = z.output<typeof work>;
const row = z.object({
  micros: z.string(),
  place_id: z.string(),
  at: z.string().transform((text) => instant(Number(text))),
  actor_id: z.string(),
  before: work.nullable(),
  after: work,
});

// The sequence of the audit log would count entries that the reader may not know of.
const columns: OrderColumns = { kind: 'exception-work', at: 'at', id: 'step', type: 'bigint' };

function findChange(before: Work | null, after: Work): ExceptionChange {
  const wasResolved = before?.resolved ?? false;
  if (after.resolved !== wasResolved) return after.resolved ? 'resolved' : 'reopened';
  if (after.ownerId !== (before?.ownerId ?? null)) return after.ownerId === null ? 'unassigned' : 'assigned';
  return 'note';
}

/** Lists the work on the exception of a payment, from its entries in the audit log. They hold each step since the first. */
export async function listExceptionWork(
  scope: Scope,
  paymentId: PaymentId,
  place: TimelinePosition | null,
  limit: number,
): Promise<TimelineRead> {
  const statement = new Statement();
  const { rows } = await databasePool().query(
    `SELECT ${positionColumns(columns)}, ${millisecondsSql('at')} AS at,
            actor_id, before, after
       FROM (SELECT at, actor_id, before, after, row_number() OVER (ORDER BY at, sequence) AS step
               FROM audit_entry
              WHERE chain_id = ${statement.bind(scope.businessId)}::uuid AND object_type = 'payment'
                AND object_id = ${statement.bind(paymentId)} AND action = 'exception.work') AS work
      WHERE ${afterPosition(statement, columns, place)}
      ORDER BY work.at DESC, step DESC LIMIT ${statement.bind(limit)}`,
    statement.values,
  );
  const entries = z.array(row).parse(rows);
  const names = await readTimelineNames(
    entries.flatMap(({ actor_id: actor, after }) => [actor, after.ownerId]),
  );
  const found = entries.map(({ micros, place_id: id, at, actor_id: actor, before, after }) => ({
    place: { micros, kind: columns.kind, id },
    entry: {
      id: `exception-work-${id}`,
      at,
      kind: 'exception-work' as const,
      person: names.get(actor) ?? null,
      owner: after.ownerId === null ? null : (names.get(after.ownerId) ?? null),
      note: after.note,
      change: findChange(before, after),
      reason: after.reason ?? null,
    },
  }));
  const places = found.map((one) => one.place);
  return { found, endPosition: findEndPosition(places, limit) };
}
