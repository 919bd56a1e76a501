import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { isRiskPath, removeRisk } from '#lib/service/contract/risk-fields.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';
import { writeJson } from '#lib/values/write-json.ts';
import { sha256 } from '../parse/content-id.ts';
import { lockRecords } from './record-locks.ts';

const flawsColumn = z.array(z.object({ path: z.string(), problem: z.string() })).catch([]);

/**
 * Returns the hash of an answer without risk detail. Answers of one source with the same hash look the same to people
 * without risk.read, in the raw view and in the list of flaws.
 */
export function hashVisibleContent(body: Uint8Array, flaws: unknown): Buffer {
  const visible = writeJson(removeRisk(parseJsonBytes(body).value).body);
  const visibleFlaws = flawsColumn
    .parse(flaws)
    .flatMap(({ path, problem }) => (isRiskPath(path) ? [] : [[path, problem]]));
  return sha256(new TextEncoder().encode(JSON.stringify([visible, visibleFlaws])));
}

/** Returns the SQL of the first answer with the same visible content. Each parameter is a piece of SQL. */
export const firstShownAnswerSql = (columns: {
  readonly businessId: string;
  readonly paymentId: string;
  readonly source: string;
  readonly visible: string;
  readonly id: string;
}): string => `(SELECT earlier.id FROM service_answer earlier
  WHERE earlier.visible_sha256 = ${columns.visible} AND earlier.shown_with IS NULL AND NOT earlier.risk_only
    AND earlier.business_id = ${columns.businessId} AND earlier.payment_id = ${columns.paymentId}
    AND earlier.source = ${columns.source} AND earlier.id <> ${columns.id}
  ORDER BY earlier.first_started_at, earlier.id LIMIT 1)`;

const ungroupedRow = z.array(
  z.object({ id: z.string(), body: z.instanceof(Uint8Array), flaws: z.unknown() }),
);

/** Limits the bodies in memory at once, and the batches of one call. A later call does the rest. */
const pageSize = 50;
const maxPages = 10;

/**
 * Groups the answers of a payment that were stored before visible hashes existed. The caller holds the lock of the
 * payment. Returns whether there were any.
 */
export async function groupAnswers(
  transaction: Transaction,
  businessId: BusinessId,
  paymentId: PaymentId,
): Promise<boolean> {
  for (let pages = 0; pages < maxPages; pages += 1) {
    const rows = ungroupedRow.parse(
      await transaction.$queryRaw`
        SELECT id::text, body, flaws FROM service_answer
         WHERE business_id = ${businessId}::uuid AND payment_id = ${paymentId}::uuid AND visible_sha256 IS NULL
         ORDER BY first_started_at DESC, id DESC LIMIT ${pageSize}`,
    );
    if (rows.length > 0)
      await transaction.$executeRaw`
        UPDATE service_answer AS a SET visible_sha256 = made.hash
          FROM unnest(${rows.map(({ id }) => id)}::uuid[],
                      ${rows.map(({ body, flaws }) => hashVisibleContent(body, flaws))}::bytea[]) AS made (id, hash)
         WHERE a.id = made.id`;
    if (rows.length < pageSize) {
      if (pages === 0 && rows.length === 0) return false;
      break;
    }
  }
  await transaction.$executeRaw`
    UPDATE service_answer AS a SET shown_with = CASE WHEN grouped.head <> a.id THEN grouped.head END
      FROM (SELECT id, first_value(id) OVER (PARTITION BY source, visible_sha256 ORDER BY first_started_at, id) AS head
              FROM service_answer
             WHERE business_id = ${businessId}::uuid AND payment_id = ${paymentId}::uuid
               AND visible_sha256 IS NOT NULL AND NOT risk_only) AS grouped
     WHERE a.id = grouped.id AND coalesce(a.shown_with, a.id) <> grouped.head`;
  return true;
}

/** Groups the answers of payments before they are shown to a person without risk.read. */
export async function groupPaymentAnswers(
  businessId: BusinessId,
  paymentIds: readonly PaymentId[],
): Promise<void> {
  for (const paymentId of paymentIds)
    await inTransaction(async (transaction) => {
      await lockRecords(transaction, businessId, [paymentId]);
      await groupAnswers(transaction, businessId, paymentId);
    });
}

/**
 * Records if an import by a person with risk.read changed anything else. An import that didn’t is shown only to such
 * people. Otherwise its timeline entry would reveal that risk detail arrived.
 */
export async function recordImportEffect(
  transaction: Transaction,
  { id, riskOnly }: { readonly id: string; readonly riskOnly: boolean },
  isRiskOnly: boolean,
): Promise<void> {
  if (riskOnly !== isRiskOnly)
    await transaction.$executeRaw`UPDATE service_answer SET risk_only = ${isRiskOnly} WHERE id = ${id}::uuid`;
}
