import 'server-only';
import * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import { listVisibleReasons, selectShownColumns } from '#lib/callbacks/index.ts';
import { millisecondsSql } from '#lib/database/columns.ts';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import { listCallbackSecrets } from '#lib/service/index.ts';
import { instant } from '#lib/values/instant.ts';
import { maskFlaws, parseFlaws } from './timeline-flaws.ts';
import type { TimelineRead } from './timeline-page.ts';
import { findEndPosition } from './timeline-page.ts';
import type { OrderColumns, TimelinePosition } from './timeline-position.ts';
import { afterPosition, positionColumns } from './timeline-position.ts';

/** Entries use the random reference, because the id is made from bytes that may be hidden. */
const columns: OrderColumns = {
  kind: 'callback',
  at: 'm.first_received_at',
  id: 'm.reference',
  type: 'uuid',
};

const callbackRow = z.object({
  micros: z.string(),
  place_id: z.string(),
  name: z.string(),
  last: z.string().transform((text) => instant(Number(text))),
  at: z.string().transform((text) => instant(Number(text))),
  deliveries: z.number(),
  verdict: z.string(),
  reasons: z.unknown(),
  subject: z.string().nullable(),
});

/** Lists every distinct callback about a payment, deposit or withdrawal, newest first. */
export async function listCallbackEntries(
  scope: Scope,
  about: { readonly column: 'payment_id' | 'subject_id'; readonly id: string },
  place: TimelinePosition | null,
  limit: number,
): Promise<TimelineRead> {
  const statement = new Statement();
  const maySeeRisk = scope.may('risk.read');
  const visible = selectShownColumns(maySeeRisk);
  const secrets = await listCallbackSecrets();
  const { rows } = await databasePool().query(
    `SELECT ${positionColumns(columns)}, ${millisecondsSql('m.first_received_at')} AS at, ${millisecondsSql(visible.lastReceivedAt)} AS last,
            m.kind AS name, ${visible.deliveries} AS deliveries, m.verdict, m.reasons, m.subject_id::text AS subject
       FROM callback_message m
      WHERE m.business_id = ${statement.bind(scope.businessId)}::uuid
        AND m.${about.column} = ${statement.bind(about.id)}::uuid AND ${visible.always ?? 'true'}
        AND ${afterPosition(statement, columns, place)}
      ORDER BY m.first_received_at DESC, m.reference DESC LIMIT ${statement.bind(limit)}`,
    statement.values,
  );
  const found = z
    .array(callbackRow)
    .parse(rows)
    .map((one) => ({
      place: { micros: one.micros, kind: columns.kind, id: one.place_id },
      entry: {
        id: `callback-${one.place_id}`,
        at: one.at,
        kind: 'callback' as const,
        name: one.name,
        lastAt: one.last,
        repeats: one.deliveries,
        verdict: one.verdict,
        reasons: maySeeRisk
          ? parseFlaws(scope, one.reasons, secrets)
          : maskFlaws(listVisibleReasons(one, false), secrets),
        subjectId: one.subject,
        raw: `callback-${one.place_id}`,
      },
    }));
  return {
    found,
    endPosition: findEndPosition(
      found.map((one) => one.place),
      limit,
    ),
  };
}
