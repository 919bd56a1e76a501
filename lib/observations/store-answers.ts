import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/platform/transaction.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId, PaymentId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import { contentId, sha256 } from './content-id.ts';

export type AnswerEntry = {
  readonly businessId: BusinessId;
  readonly paymentId: PaymentId;
  readonly source: 'create' | 'read' | 'import';
  readonly startedAt: Instant;
  readonly body: Uint8Array;
  readonly flaws: readonly Flaw[];
  readonly personId: PersonId | null;
  readonly fileName: string | null;
};

const answerRow = z.object({
  id: z.string(),
  first: z.date().transform(fromDate),
  last: z.date().transform(fromDate),
});

/**
 * Keeps the bytes once per distinct content. Answers its id, when it was first had, and when it was last: a read
 * that says again what an earlier one said is as good as new, while a repeated create answer or import is not.
 */
export async function storeAnswer(
  transaction: Transaction,
  entry: AnswerEntry,
): Promise<{ id: string; firstAt: Instant; lastAt: Instant }> {
  const hash = sha256(entry.body);
  const id = contentId([entry.businessId, entry.source, entry.paymentId], hash);
  const startedAt = toDate(entry.startedAt);
  const flaws = JSON.stringify(entry.flaws.slice(0, 100)).replaceAll('\\u0000', '\\ufffd');
  const rows: unknown = await transaction.$queryRaw`
    INSERT INTO service_answer
      (id, business_id, payment_id, source, first_started_at, last_started_at, sha256, body, flaws, person_id, file_name)
    VALUES
      (${id}::uuid, ${entry.businessId}::uuid, ${entry.paymentId}::uuid, ${entry.source}, ${startedAt}, ${startedAt},
       ${hash}, ${entry.body}, ${flaws.toWellFormed()}::jsonb, ${entry.personId}::uuid, ${entry.fileName})
    ON CONFLICT (business_id, payment_id, source, sha256) DO UPDATE SET
      repeats = service_answer.repeats + 1,
      -- What is made of a create answer stands under the start that was written first, as a callback's under its receipt.
      first_started_at = CASE WHEN service_answer.source = 'create' THEN service_answer.first_started_at
        ELSE least(service_answer.first_started_at, EXCLUDED.first_started_at) END,
      last_started_at = greatest(service_answer.last_started_at, EXCLUDED.last_started_at)
    RETURNING id::text, first_started_at AS first, last_started_at AS last`;
  const row = z.array(answerRow).length(1).parse(rows)[0];
  if (row === undefined) throw new Error('the store of answers gave no row');
  return { id: row.id, firstAt: row.first, lastAt: row.last };
}
