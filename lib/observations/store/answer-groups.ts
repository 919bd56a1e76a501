import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import { isRiskPath, removeRisk } from '#lib/service/contract/risk-fields.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';
import { writeJson } from '#lib/values/write-json.ts';
import { sha256 } from '../parse/content-id.ts';

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
