import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { millisecondsSql } from '#lib/database/columns.ts';
import { openCursor } from '#lib/database/cursor.ts';
import { readSnapshot } from '#lib/database/long-reads.ts';
import { databasePool } from '#lib/database/pools.ts';
import { tStatementRefusals } from '#lib/messages/statements.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant, toDate } from '#lib/values/instant.ts';
import { signedAmount } from '#lib/values/signed.ts';
import { hasReceivedColumn } from '../model/pack.ts';
import type { Days } from '../model/period.ts';
import type { ClosedPeriod, SignedClose, StatementFigures } from '../schema.ts';
import { signedClose } from '../schema.ts';
import type { AgreedPositions, Run } from './figures.ts';
import { createPackRowSql } from './pack-sql.ts';

const milliseconds = z.coerce.number().transform(instant);
const rowsOfCloses = z.array(
  z.object({
    closeId: z.string(),
    currency: z.string(),
    number: z.number(),
    revision: z.number(),
    from: z.string(),
    to: z.string(),
    closing: z.string().transform(signedAmount).nullable(),
    closedAt: milliseconds,
    signedBy: z.string(),
    approvedBy: z.string(),
    packSha256: z.string(),
    reopenedAt: milliseconds.nullable(),
  }),
);

const closesSql = `
  SELECT c.close_id::text AS "closeId", c.currency, c.number, c.revision, c.first_day::text AS "from", c.last_day::text AS "to",
         trim_scale(c.closing)::text AS closing, ${millisecondsSql('c.closed_at')} AS "closedAt",
         ${millisecondsSql('c.reopened_at')} AS "reopenedAt",
         encode(c.pack_sha256, 'hex') AS "packSha256", s.name AS "signedBy", a.name AS "approvedBy"
    FROM period_close c
    JOIN proposal p ON p.business_id = c.business_id AND p.proposal_id = c.close_id
    JOIN person s ON s.id = p.proposed_by JOIN person a ON a.id = p.answered_by
   WHERE c.business_id = $1::uuid AND ($2::uuid IS NULL OR c.close_id = $2::uuid)
   ORDER BY c.first_day DESC, c.currency, c.revision DESC`;

/** Returns the closed periods of a business, newest first, with those that were reopened. @throws Problem 'not-found' or 'forbidden'. */
export async function listClosedPeriods(
  context: Context<PersonActor>,
  business: string,
): Promise<readonly ClosedPeriod[]> {
  const { businessId } = requirePermission(context, business, 'statement.read', 'statements:read');
  const { rows } = await databasePool().query(closesSql, [businessId, null]);
  return rowsOfCloses.parse(rows);
}

const headRows = z.array(z.object({ head: z.string() }));
const head = z.object({ figures: z.unknown(), checklist: z.unknown() });
const headSql = 'SELECT head FROM period_close WHERE business_id = $1::uuid AND close_id = $2::uuid';

/** Returns the close of exactly these days with what was signed, or null. */
export async function findClosedPeriod(
  run: Run,
  businessId: BusinessId,
  { closes }: AgreedPositions,
  { from, to }: Days,
): Promise<{ readonly period: ClosedPeriod; readonly signed: SignedClose } | null> {
  const close = closes.find((one) => one.from === from && one.to === to);
  if (close === undefined) return null;
  const [period] = rowsOfCloses.parse(await run(closesSql, [businessId, close.closeId]));
  const heads = await run(headSql, [businessId, close.closeId]);
  const text = headRows.parse(heads)[0]?.head;
  if (period === undefined || text === undefined) return null;
  return { period, signed: signedClose.parse(head.parse(JSON.parse(text))) };
}

const parseFigures = (text: string): StatementFigures =>
  signedClose.parse(head.parse(JSON.parse(text))).figures;

/** Reads every closed period with the figures that were signed, newest first, for background work. */
export async function* readSignedPeriods(
  businessId: BusinessId,
): AsyncGenerator<{ readonly period: ClosedPeriod; readonly figures: StatementFigures }> {
  const { rows } = await databasePool().query(closesSql, [businessId, null]);
  for (const period of rowsOfCloses.parse(rows)) {
    const heads = await databasePool().query(headSql, [businessId, period.closeId]);
    for (const { head: text } of headRows.parse(heads.rows)) yield { period, figures: parseFigures(text) };
  }
}

/**
 * Returns one closed period with the figures that were signed.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readClosedPeriod(
  context: Context<PersonActor>,
  business: string,
  closeId: string,
): Promise<{ readonly period: ClosedPeriod; readonly figures: StatementFigures }> {
  const { businessId } = requirePermission(context, business, 'statement.read', 'statements:read');
  const { rows } = await databasePool().query(closesSql, [businessId, closeId]);
  const [period] = rowsOfCloses.parse(rows);
  const heads = await databasePool().query(headSql, [businessId, closeId]);
  const text = headRows.parse(heads.rows)[0]?.head;
  if (period === undefined || text === undefined)
    throw new Problem('not-found', tStatementRefusals('noClose'));
  return { period, figures: parseFigures(text) };
}

const lineRows = z.array(z.object({ text: z.string() }));
const packHeads = z.array(z.object({ head: z.string(), name: z.string() }));

const packFormatOfHead = z.object({ format: z.string() });

/** Rows that are read at once. */
const batchSize = 5_000;

/**
 * Returns the pack of a close: its head, its rows and its matches, as lines of text.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readPack(
  context: Context<PersonActor>,
  business: string,
  closeId: string,
): Promise<{ readonly fileName: string; readonly lines: AsyncGenerator<string> }> {
  const { businessId } = requirePermission(context, business, 'statement.export');
  const { rows } = await databasePool().query(
    `SELECT head, currency || '-' || first_day || '-' || last_day || '-' || number || '.' || revision AS name
       FROM period_close WHERE business_id = $1::uuid AND close_id = $2::uuid`,
    [businessId, closeId],
  );
  const [found] = packHeads.parse(rows);
  if (found === undefined) throw new Problem('not-found', tStatementRefusals('noClose'));
  return {
    fileName: `close-${found.name.replaceAll(/[^\w.-]/g, '_')}.pack`,
    lines: readPackLines(businessId, closeId, found.head),
  };
}

async function* readPackLines(businessId: BusinessId, closeId: string, headText: string) {
  yield `${headText}\n`;
  const { format } = packFormatOfHead.parse(JSON.parse(headText));
  yield* readSnapshot(async function* (client) {
    const batches = await openCursor(async (sql, values) => (await client.query(sql, values)).rows, {
      sql: `SELECT line_text AS text FROM (${createPackRowSql(hasReceivedColumn(format))}) AS row ORDER BY line COLLATE "C", at, record_id, kind COLLATE "C"`,
      values: [businessId, closeId],
      size: batchSize,
    });
    for await (const rows of batches)
      yield lineRows
        .parse(rows)
        .map(({ text }) => text)
        .join('');
    const matches = await openCursor(async (sql, values) => (await client.query(sql, values)).rows, {
      sql: 'SELECT unnest(matches) AS text FROM period_close WHERE business_id = $1::uuid AND close_id = $2::uuid',
      values: [businessId, closeId],
      size: batchSize,
    });
    for await (const rows of matches)
      yield lineRows
        .parse(rows)
        .map(({ text }) => `${text}\n`)
        .join('');
  });
}

/** Returns true if the time is in a period that is closed, in any currency. The caller has checked the permission. */
export async function isInClosedPeriod(businessId: BusinessId, at: Instant): Promise<boolean> {
  const { rows } = await databasePool().query(
    `SELECT 1 FROM period_close WHERE business_id = $1::uuid AND reopened_at IS NULL
        AND begins_at <= $2::timestamptz AND ends_at > $2::timestamptz LIMIT 1`,
    [businessId, toDate(at)],
  );
  return rows.length > 0;
}
