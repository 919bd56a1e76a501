import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { millisecondsSql } from '#lib/database/columns.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { instant } from '#lib/values/instant.ts';
import { burstKinds, inboxPageSize, listVisibleKinds, maxUnreadCount, notificationKinds } from './model.ts';
import type { InboxPage, UnreadCount } from './schema.ts';
import { isOfBurst } from './store.ts';

const event = z.object({
  recordId: z.string(),
  // The sequence of the audit log would show how much happens in cases.
  transition: z.string().transform((text) => text.replace(/-?\d+$/, '')),
  label: z.string(),
});

const row = event.extend({
  id: z.string(),
  kind: z.enum(notificationKinds),
  at: z.string().transform((millis) => instant(Number(millis))),
  isRead: z.boolean(),
  position: z.string(),
  burst: z.object({ count: z.number(), newest: z.array(event) }),
});

/** Earlier notifications of a burst that are named. */
const namedInBurst = 3;

/** Matches a notification that no later one of its burst replaces: the others are shown with it. */
const isShown = (kinds: string) => `NOT EXISTS (
  SELECT FROM notification later WHERE ${isOfBurst('later', 'n', kinds)} AND later.is_read = n.is_read
     AND (later.at, later.notification_id) > (n.at, n.notification_id))`;

/** The position of a row in the order of the inbox: read or not, microseconds and id. */
const cursor = z
  .string()
  .regex(/^[01]~\d{1,17}~[0-9a-f-]{36}$/)
  .transform((text) => {
    const [isRead = '0', micros = '0', id = ''] = text.split('~');
    return { isRead: isRead === '1', micros, id };
  });

/** Before the newest unread one: in the year 9999. */
const beforeFirst = {
  isRead: false,
  micros: '253370764800000000',
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/**
 * Returns a page of the person's own inbox: unread first, then newest first. An unknown cursor returns the first page.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function listNotifications(
  context: Context<PersonActor>,
  business: string,
  after: string | null,
): Promise<InboxPage> {
  const scope = requirePermission(context, business, 'account.use');
  const start = cursor.safeParse(after).data ?? beforeFirst;
  const own = `business_id = $1::uuid AND person_id = $2::uuid AND kind = ANY($3::text[]) AND ${isShown('$7')}`;
  const newest = `ORDER BY at DESC, notification_id DESC LIMIT ${inboxPageSize + 1}`;
  // One range of the index for each of read and unread. A single range over both could not begin at the cursor.
  const { rows } = await databasePool().query(
    `SELECT notification_id::text AS id, kind, record_id::text AS "recordId", transition, label, is_read AS "isRead",
            ${millisecondsSql('at')} AS at,
            concat(is_read::int, '~', (extract(epoch FROM at) * 1000000)::bigint, '~', notification_id) AS position,
            (SELECT json_build_object('count', count(*), 'newest', coalesce((json_agg(json_build_object(
                      'recordId', earlier.record_id, 'transition', earlier.transition, 'label', earlier.label)
                      ORDER BY earlier.at DESC, earlier.notification_id DESC)
                      FILTER (WHERE earlier.place <= ${namedInBurst})), '[]'))
               FROM (SELECT o.*, row_number() OVER (ORDER BY o.at DESC, o.notification_id DESC) AS place
                       FROM notification o WHERE ${isOfBurst('o', 'page', '$7')} AND o.is_read = page.is_read
                        AND (o.at, o.notification_id) < (page.at, page.notification_id)) AS earlier) AS burst
       FROM ((SELECT n.* FROM notification n WHERE ${own} AND is_read = $4 AND (at, notification_id)
                < ('epoch'::timestamptz + $5::bigint * interval '1 microsecond', $6::uuid) ${newest})
             UNION ALL
             (SELECT n.* FROM notification n WHERE ${own} AND is_read AND NOT $4 ${newest})) AS page
      ORDER BY is_read, at DESC, notification_id DESC LIMIT ${inboxPageSize + 1}`,
    [
      ...[
        scope.businessId,
        context.actor.personId,
        listVisibleKinds(scope),
        start.isRead,
        start.micros,
        start.id,
      ],
      burstKinds,
    ],
  );
  const found = z.array(row).parse(rows);
  const shown = found.slice(0, inboxPageSize);
  return {
    rows: shown.map(({ position: _, ...view }) => view),
    next: found.length > inboxPageSize ? (shown.at(-1)?.position ?? null) : null,
  };
}

/**
 * Counts the person's own unread notifications, up to the maximum. A burst counts as one.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function countUnreadNotifications(
  context: Context<PersonActor>,
  business: string,
): Promise<UnreadCount> {
  const scope = requirePermission(context, business, 'account.use');
  const { rows } = await databasePool().query(
    `SELECT count(*)::int AS unread FROM (
       SELECT FROM notification n WHERE business_id = $1::uuid AND person_id = $2::uuid AND NOT is_read
          AND kind = ANY($3::text[]) AND ${isShown('$5')} LIMIT $4) AS found`,
    [scope.businessId, context.actor.personId, listVisibleKinds(scope), maxUnreadCount, burstKinds],
  );
  return z.object({ unread: z.number() }).parse(rows[0]);
}
