import 'server-only';
import * as z from 'zod';
import { millisecondsSql } from '#lib/database/columns.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, instant, toDate } from '#lib/values/instant.ts';
import { mailSettings } from './settings.ts';

export type MailState = {
  /** Null if no mail server is configured, so that no mail is sent. */
  readonly server: { readonly host: string; readonly port: number; readonly from: string } | null;
  readonly lastSentAt: Instant | null;
  readonly waiting: {
    readonly count: number;
    readonly oldestAt: Instant | null;
    /** About the mail that has waited longest. */
    readonly attempts: number;
    readonly nextTryAt: Instant | null;
    readonly lastError: string | null;
  };
  /** Mail given up in the last 30 days, newest first. */
  readonly failed: readonly {
    readonly mailId: string;
    readonly personId: string;
    readonly at: Instant;
    readonly attempts: number;
    readonly why: string;
  }[];
};

const failureDays = 30;
const failureLimit = 10;
const instantText = z.string().transform((text) => instant(Number(text)));

const waitingRow = z.object({
  count: z.number(),
  oldest: instantText.nullable(),
  attempts: z.number().nullable(),
  next: instantText.nullable(),
  error: z.string().nullable(),
  last_sent: instantText.nullable(),
});
const failedRow = z.object({
  mailId: z.string(),
  personId: z.string(),
  at: instantText,
  attempts: z.number(),
  why: z.string(),
});

/** Returns the delivery state of a business's mail to its people, without its content and without invitations. The caller checks the permission. */
export async function readMailState(businessId: BusinessId, now: Instant): Promise<MailState> {
  const pool = databasePool();
  const [waiting, failed] = await Promise.all([
    pool.query(
      `SELECT (SELECT count(*)::int FROM mail_message WHERE business_id = $1 AND state = 'waiting' AND invitation_id IS NULL) AS count,
              ${millisecondsSql('w.created_at')} AS oldest, w.attempts, ${millisecondsSql('w.not_before')} AS next, w.last_error AS error,
              (SELECT ${millisecondsSql('max(settled_at)')} FROM mail_message WHERE business_id = $1 AND state = 'sent' AND invitation_id IS NULL) AS last_sent
         FROM (VALUES (1)) AS one LEFT JOIN LATERAL (
           SELECT * FROM mail_message WHERE business_id = $1 AND state = 'waiting' AND invitation_id IS NULL ORDER BY created_at LIMIT 1) AS w ON true`,
      [businessId],
    ),
    pool.query(
      `SELECT mail_id AS "mailId", person_id AS "personId", ${millisecondsSql('settled_at')} AS at, attempts,
              coalesce(last_error, '') AS why
         FROM mail_message WHERE business_id = $1 AND state = 'failed' AND invitation_id IS NULL AND settled_at > $2
        ORDER BY settled_at DESC LIMIT ${failureLimit}`,
      [businessId, toDate(addMilliseconds(now, -failureDays * 86_400_000))],
    ),
  ]);
  const settings = mailSettings();
  const summary = waitingRow.parse(waiting.rows[0]);
  return {
    server:
      settings === null ? null : { host: settings.host, port: settings.port, from: settings.from.address },
    lastSentAt: summary.last_sent,
    waiting: {
      count: summary.count,
      oldestAt: summary.oldest,
      attempts: summary.attempts ?? 0,
      nextTryAt: summary.next,
      lastError: summary.error,
    },
    failed: z.array(failedRow).parse(failed.rows),
  };
}

const stateRows = z.array(
  z.object({ mailId: z.string(), state: z.enum(['waiting', 'sent', 'failed', 'dropped']) }),
);

/** Returns what became of mails. Mails that were settled long ago are deleted and missing. The caller checks the permission. */
export async function listMailStates(
  mailIds: readonly string[],
): Promise<ReadonlyMap<string, 'waiting' | 'sent' | 'failed' | 'dropped'>> {
  if (mailIds.length === 0) return new Map();
  const { rows } = await databasePool().query(
    'SELECT mail_id AS "mailId", state FROM mail_message WHERE mail_id = ANY($1::uuid[])',
    [mailIds],
  );
  return new Map(stateRows.parse(rows).map(({ mailId, state }) => [mailId, state]));
}
