import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { isRiskPath, withoutRisk } from '#lib/service/contract/risk-fields.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { parseJsonBytes, writeJson } from '#lib/values/lossless-json.ts';
import { sha256 } from '../parse/content-id.ts';
import { lockRecords } from './record-locks.ts';

const flawsColumn = z.array(z.object({ path: z.string(), problem: z.string() })).catch([]);

/**
 * The hash of an answer without risk detail. Two answers of one source that share it look the same to people without
 * risk.read, in the raw view and in what could not be read.
 */
export function visibleSha256(body: Uint8Array, flaws: unknown): Buffer {
  const visible = writeJson(withoutRisk(parseJsonBytes(body).value).body);
  const stated = flawsColumn
    .parse(flaws)
    .flatMap(({ path, problem }) => (isRiskPath(path) ? [] : [[path, problem]]));
  return sha256(new TextEncoder().encode(JSON.stringify([visible, stated])));
}

/** SQL for the first answer with the same content without risk detail. Each parameter is a piece of SQL. */
export const firstShownAnswerSql = (of: {
  readonly businessId: string;
  readonly paymentId: string;
  readonly source: string;
  readonly visible: string;
  readonly id: string;
}): string => `(SELECT earlier.id FROM service_answer earlier
  WHERE earlier.visible_sha256 = ${of.visible} AND earlier.shown_with IS NULL AND NOT earlier.risk_only
    AND earlier.business_id = ${of.businessId} AND earlier.payment_id = ${of.paymentId}
    AND earlier.source = ${of.source} AND earlier.id <> ${of.id}
  ORDER BY earlier.first_started_at, earlier.id LIMIT 1)`;

const ungroupedRow = z.array(
  z.object({ id: z.string(), body: z.instanceof(Uint8Array), flaws: z.unknown() }),
);

/** So many bodies are in memory at once, and so many are looked at in one call: the rest waits for the next one. */
const page = 50;
const mostPages = 10;

/**
 * Groups the answers about a payment that were stored before their hashes without risk detail were kept. The caller holds
 * the lock of the payment. Answers whether there were any.
 */
export async function groupAnswers(
  transaction: Transaction,
  businessId: BusinessId,
  paymentId: PaymentId,
): Promise<boolean> {
  for (let pages = 0; pages < mostPages; pages += 1) {
    const rows = ungroupedRow.parse(
      await transaction.$queryRaw`
        SELECT id::text, body, flaws FROM service_answer
         WHERE business_id = ${businessId}::uuid AND payment_id = ${paymentId}::uuid AND visible_sha256 IS NULL
         ORDER BY first_started_at DESC, id DESC LIMIT ${page}`,
    );
    if (rows.length > 0)
      await transaction.$executeRaw`
        UPDATE service_answer AS a SET visible_sha256 = made.hash
          FROM unnest(${rows.map(({ id }) => id)}::uuid[],
                      ${rows.map(({ body, flaws }) => visibleSha256(body, flaws))}::bytea[]) AS made (id, hash)
         WHERE a.id = made.id`;
    if (rows.length < page) {
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

/** The same for answers that are about to be shown to a person without risk.read. */
export async function groupAnswersOf(
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
 * Notes of an import by a person who may see risk detail whether it changed anything else. What did not is shown to such
 * persons only: an entry in a timeline would tell everybody else that risk detail came.
 */
export async function markImport(
  transaction: Transaction,
  { id, riskOnly }: { readonly id: string; readonly riskOnly: boolean },
  isRiskOnly: boolean,
): Promise<void> {
  if (riskOnly !== isRiskOnly)
    await transaction.$executeRaw`UPDATE service_answer SET risk_only = ${isRiskOnly} WHERE id = ${id}::uuid`;
}
