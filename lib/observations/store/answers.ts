import 'server-only';
import * as z from 'zod';
import type { PlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId, PaymentId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import { contentId, sha256 } from '../parse/content-id.ts';
import { firstShownAnswerSql, hashVisibleContent } from './answer-groups.ts';
import { countReceivedSql } from './received-counts.ts';

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

/** Returns the row of an answer to store. */
export const toAnswerEntry = (
  input: Omit<AnswerEntry, 'paymentId' | 'flaws' | 'personId' | 'fileName'> & {
    readonly personId?: PersonId;
    readonly fileName?: string;
  },
  paymentId: PaymentId,
  flaws: readonly Flaw[],
): AnswerEntry => ({
  businessId: input.businessId,
  paymentId,
  source: input.source,
  startedAt: input.startedAt,
  body: input.body,
  flaws,
  personId: input.personId ?? null,
  fileName: input.fileName ?? null,
});

/** Returns the ID of an answer’s content. Equal bytes of the same source and payment have the same ID. */
export const toAnswerId = (entry: AnswerEntry): string => createAnswerId(entry, sha256(entry.body));

const createAnswerId = ({ businessId, source, paymentId }: AnswerEntry, hash: Buffer): string =>
  contentId([businessId, source, paymentId], hash);

const flawsText = (flaws: readonly Flaw[]): string =>
  JSON.stringify(flaws.slice(0, 100)).replaceAll('\\u0000', '\\ufffd').toWellFormed();

const answerRow = z
  .object({
    id: z.string(),
    first: z.date().transform(fromDate),
    last: z.date().transform(fromDate),
    repeats: z.number(),
    risk_only: z.boolean(),
    shown_with: z.string().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    firstAt: row.first,
    lastAt: row.last,
    isNew: row.repeats === 1,
    riskOnly: row.risk_only,
    shownWith: row.shown_with,
  }));
type StoredAnswer = z.output<typeof answerRow>;

const hashVisible = ({ body, flaws }: AnswerEntry): Buffer =>
  hashVisibleContent(body, parseJson(flawsText(flaws)).value);

/**
 * Stores the bytes once per content. Returns the ID and the first and last start. A read that repeats an earlier one
 * counts as new, a repeated create answer or import doesn’t.
 */
export async function storeAnswer(transaction: Transaction, entry: AnswerEntry): Promise<StoredAnswer> {
  const hash = sha256(entry.body);
  const id = createAnswerId(entry, hash);
  const rows: unknown = await transaction.$queryRawUnsafe(
    storeSql,
    id,
    entry.businessId,
    entry.paymentId,
    entry.source,
    toDate(entry.startedAt),
    hash,
    entry.body,
    flawsText(entry.flaws),
    entry.personId,
    entry.fileName,
    hashVisible(entry),
  );
  const row = z.array(answerRow).length(1).parse(rows)[0];
  if (row === undefined) throw new Error('the insert of an answer returned no row');
  return row;
}

const storeSql = `
  WITH stored AS (
    INSERT INTO service_answer
      (id, business_id, payment_id, source, first_started_at, last_started_at, sha256, body, flaws, person_id, file_name,
       visible_sha256, shown_with)
    VALUES
      ($1::uuid, $2::uuid, $3::uuid, $4::text, $5, $5, $6::bytea, $7::bytea, $8::jsonb, $9::uuid, $10::text, $11::bytea,
       ${firstShownAnswerSql({
         businessId: '$2::uuid',
         paymentId: '$3::uuid',
         source: '$4::text',
         visible: '$11::bytea',
         id: '$1::uuid',
       })})
    ON CONFLICT (business_id, payment_id, source, sha256) DO UPDATE SET
      repeats = service_answer.repeats + 1,
      -- What is made of a create answer stands under the start that was written first, as a callback's under its receipt.
      first_started_at = CASE WHEN service_answer.source = 'create' THEN service_answer.first_started_at
        ELSE least(service_answer.first_started_at, EXCLUDED.first_started_at) END,
      last_started_at = greatest(service_answer.last_started_at, EXCLUDED.last_started_at)
    RETURNING id, business_id, first_started_at, last_started_at, repeats, risk_only, shown_with),
  counted AS (${countReceivedSql('service_answer', 'stored WHERE repeats = 1')})
  SELECT id::text, first_started_at AS first, last_started_at AS last, repeats, risk_only, shown_with::text FROM stored`;

const ids = z.array(z.object({ id: z.string() }));

/** Returns the IDs of these answers that are stored. */
export async function findStoredAnswers(
  statements: PlainTransaction,
  answerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await statements.run(
    'SELECT id::text FROM service_answer WHERE id = ANY($1::text[]::uuid[])',
    [[...answerIds]],
  );
  return new Set(ids.parse(rows).map(({ id }) => id));
}

const insertSql = `
  WITH stored AS (
  INSERT INTO service_answer
    (id, business_id, payment_id, source, first_started_at, last_started_at, sha256, body, flaws, person_id, file_name,
     visible_sha256, shown_with)
  SELECT id, business_id, payment_id, source, started_at, started_at, hash, body, flaws, person_id, file_name, visible,
         ${firstShownAnswerSql({
           businessId: 'new.business_id',
           paymentId: 'new.payment_id',
           source: 'new.source',
           visible: 'new.visible',
           id: 'new.id',
         })}
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[], $6::bytea[], $7::bytea[], $8::jsonb[],
                $9::uuid[], $10::text[], $11::bytea[])
      AS new (id, business_id, payment_id, source, started_at, hash, body, flaws, person_id, file_name, visible)
  RETURNING id, business_id)
  ${countReceivedSql('service_answer', 'stored')}`;

/**
 * Stores answers that aren’t stored yet. The caller holds the locks of their payments.
 * @throws A unique violation if one is stored.
 */
export async function insertAnswers(
  statements: PlainTransaction,
  entries: readonly AnswerEntry[],
): Promise<void> {
  const hashes = entries.map(({ body }) => sha256(body));
  await statements.run(insertSql, [
    entries.map((entry, index) => createAnswerId(entry, hashes[index] ?? sha256(entry.body))),
    entries.map(({ businessId }) => businessId),
    entries.map(({ paymentId }) => paymentId),
    entries.map(({ source }) => source),
    entries.map(({ startedAt }) => toDate(startedAt)),
    hashes,
    entries.map(({ body }) => Buffer.from(body)),
    entries.map(({ flaws }) => flawsText(flaws)),
    entries.map(({ personId }) => personId),
    entries.map(({ fileName }) => fileName),
    entries.map(hashVisible),
  ]);
}
