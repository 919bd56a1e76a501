import 'server-only';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { ColumnMapping } from './model/columns.ts';
import type { BankFormat, EntryProblem, FileFailure, StatementEntry } from './model/entries.ts';

export type ImportKey = { readonly businessId: BusinessId; readonly importId: string };

/** An upload that isn't complete after this time is forgotten. */
const abandonedMs = 24 * 3_600_000;

/** Files of a business that may wait at once. */
export const maximumWaiting = 10;

/** Counts files whose bytes are stored. Abandoned uploads are deleted. */
export async function countWaiting(
  transaction: Transaction,
  businessId: BusinessId,
  at: Instant,
): Promise<number> {
  await transaction.$executeRaw`
    WITH abandoned AS (
      DELETE FROM bank_import WHERE business_id = ${businessId}::uuid AND state = 'uploading'
         AND created_at < ${toDate(addMilliseconds(at, -abandonedMs))} RETURNING import_id)
    DELETE FROM upload_chunk WHERE business_id = ${businessId}::uuid AND upload_id IN (SELECT import_id FROM abandoned)`;
  return transaction.bankImport.count({
    where: {
      businessId,
      OR: [{ state: { in: ['uploading', 'waiting'] } }, { state: 'failed', failure: 'unexpected' }],
    },
  });
}

export async function insertImport(
  transaction: Transaction,
  {
    businessId,
    fileName,
    size,
    mapping,
    by,
    at,
  }: {
    readonly businessId: BusinessId;
    readonly fileName: string;
    readonly size: number;
    readonly mapping: ColumnMapping | null;
    readonly by: PersonId;
    readonly at: Instant;
  },
): Promise<string> {
  const { importId } = await transaction.bankImport.create({
    data: {
      businessId,
      fileName,
      size,
      state: 'uploading',
      createdById: by,
      createdAt: toDate(at),
      ...(mapping !== null && { mapping: { ...mapping, columns: [...mapping.columns] } }),
    },
    select: { importId: true },
  });
  return importId;
}

const uploadRows = z.array(
  z.object({
    state: z.string(),
    failure: z.string().nullable(),
    size: z.number(),
    createdBy: z.string(),
  }),
);

/** Locks an import until the transaction ends. Null: there is none. */
export async function lockImport(transaction: Transaction, { businessId, importId }: ImportKey) {
  const rows: unknown = await transaction.$queryRaw`
    SELECT state, failure, size, created_by::text AS "createdBy" FROM bank_import
     WHERE business_id = ${businessId}::uuid AND import_id = ${importId}::uuid FOR UPDATE`;
  return uploadRows.parse(rows)[0] ?? null;
}

const storedRows = z.tuple([z.object({ bytes: z.number() })]);

/** Stores a part of a file. Returns the bytes that are stored by now. */
export async function insertImportChunk(
  transaction: Transaction,
  { businessId, importId }: ImportKey,
  number: number,
  body: Uint8Array<ArrayBuffer>,
): Promise<number> {
  await transaction.uploadChunk.createMany({
    data: [{ businessId, uploadId: importId, number, body }],
    skipDuplicates: true,
  });
  const rows: unknown = await transaction.$queryRaw`
    SELECT coalesce(sum(length(body)), 0)::int AS bytes FROM upload_chunk
     WHERE business_id = ${businessId}::uuid AND upload_id = ${importId}::uuid`;
  return storedRows.parse(rows)[0].bytes;
}

/** The file is complete, or a person tries it again, and waits for the job. */
export async function markWaiting(
  transaction: Transaction,
  { businessId, importId }: ImportKey,
): Promise<void> {
  await transaction.bankImport.update({
    where: { businessId_importId: { businessId, importId } },
    data: { state: 'waiting', failure: null, endedAt: null },
  });
}

const leaseMs = 120_000;
const leasedRows = z.array(
  z.object({
    business_id: z.string().transform((id) => toId<BusinessId>(id)),
    import_id: z.string(),
    mapping: z.unknown(),
    created_by: z.string().transform((id) => toId<PersonId>(id)),
    added: z.number(),
    time_zone: z.string(),
  }),
);

/** A file that this process reads. */
export type LeasedImport = ImportKey & {
  /** When the lease ends. Each renewal moves it. Another time is stored once another process reads the file. */
  leasedUntil: Instant;
  /** The columns of a CSV file as they are stored. */
  readonly mapping: unknown;
  readonly createdBy: PersonId;
  readonly timeZone: string;
  /** Lines that an interrupted reading added. */
  readonly addedBefore: number;
};

/** Leases the oldest file that waits, and begins its counts again. Null: none waits. */
export async function leaseImport(at: Instant): Promise<LeasedImport | null> {
  const leasedUntil = addMilliseconds(at, leaseMs);
  const { rows } = await databasePool().query(
    `UPDATE bank_import i
        SET leased_until = $2, lines_read = 0, lines_total = NULL, repeated = 0, skipped = 0, refused = 0, problems = '[]'
       FROM business b
      WHERE b.id = i.business_id AND (i.business_id, i.import_id) = (
        SELECT business_id, import_id FROM bank_import
         WHERE state = 'waiting' AND (leased_until IS NULL OR leased_until < $1)
         ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING i.business_id::text, i.import_id::text, i.mapping, i.created_by::text, i.added, b.time_zone`,
    [toDate(at), toDate(leasedUntil)],
  );
  const row = leasedRows.parse(rows)[0];
  if (row === undefined) return null;
  return {
    businessId: row.business_id,
    importId: row.import_id,
    mapping: row.mapping,
    createdBy: row.created_by,
    timeZone: row.time_zone,
    addedBefore: row.added,
    leasedUntil,
  };
}

/** Reads the bytes of a file part by part. */
export async function* readImportBytes({ businessId, importId }: ImportKey): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number += 1) {
    const chunk = await database().uploadChunk.findUnique({
      where: { businessId_uploadId_number: { businessId, uploadId: importId, number } },
    });
    if (chunk === null) return;
    yield chunk.body;
  }
}

/** Keeps other processes from a file that is still read. Returns false if another one reads it. */
export async function renewLease(lease: LeasedImport, at: Instant): Promise<boolean> {
  const { businessId, importId, leasedUntil } = lease;
  const renewedUntil = addMilliseconds(at, leaseMs);
  const { count } = await database().bankImport.updateMany({
    where: { businessId, importId, leasedUntil: toDate(leasedUntil) },
    data: { leasedUntil: toDate(renewedUntil) },
  });
  if (count > 0) lease.leasedUntil = renewedUntil;
  return count > 0;
}

/** Locks a leased file until the transaction ends, so that no other process leases it. Returns false if one has. */
export async function lockLease(
  transaction: Transaction,
  { businessId, importId, leasedUntil }: LeasedImport,
): Promise<boolean> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT 1 FROM bank_import WHERE business_id = ${businessId}::uuid AND import_id = ${importId}::uuid
       AND leased_until = ${toDate(leasedUntil)} FOR UPDATE`;
  return z.array(z.unknown()).parse(rows).length > 0;
}

/** Stores the number of lines, and the format. */
export async function storeTotal(
  { businessId, importId }: ImportKey,
  { format, linesTotal }: { readonly format: BankFormat; readonly linesTotal: number },
): Promise<void> {
  await database().bankImport.update({
    where: { businessId_importId: { businessId, importId } },
    data: { format, linesTotal },
  });
}

const hash = (texts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(texts)).digest();

/** Creates keys of entries: the bank's reference with day and amount, else the content and how often it occurred. */
export function createEntryKeys(): (entry: StatementEntry) => string {
  const occurrences = new Map<string, number>();
  const contents = new Map<string, string[]>();
  return ({ account, currency, day, amount, reference, transactionId, address, details }) => {
    const names = reference !== '' || transactionId !== '';
    const content = names
      ? [account, currency, day, amount, reference, transactionId]
      : [account, currency, day, amount, address, details];
    const key = hash(content).toString('hex');
    if (names) {
      // Entries of one batch may share reference and amount. The same entry twice in a file is one.
      const seen = contents.get(key) ?? [];
      contents.set(key, seen);
      // A file may have 100 MB of texts, so only their hash is kept.
      const own = hash([address, details]).toString('latin1');
      const place = seen.includes(own) ? seen.indexOf(own) : seen.push(own) - 1;
      return place === 0 ? key : `${key} ${place}`;
    }
    const count = occurrences.get(key) ?? 0;
    occurrences.set(key, count + 1);
    return count === 0 ? key : `${key} ${count}`;
  };
}

/** The entries of one batch, and the counts of the others. */
export type ImportProgress = {
  readonly entries: readonly (StatementEntry & { readonly key: string })[];
  readonly skipped: number;
  readonly refused: number;
  readonly problems: readonly {
    readonly place: number;
    readonly problem: EntryProblem;
    readonly value: string;
  }[];
};

/**
 * Stores entries that aren't stored yet, and notes the file at those of other files. One statement, so that entries and counts
 * are stored or none.
 */
export async function storeEntries(
  { businessId, importId, createdBy }: LeasedImport,
  { entries, skipped, refused, problems }: ImportProgress,
  at: Instant,
): Promise<void> {
  await databasePool().query(
    `WITH added AS (
       INSERT INTO bank_line AS line (business_id, currency, day, amount, reference, account, details, transaction_id, address,
                                      content_key, import_id, recorded_by, recorded_at)
       SELECT DISTINCT ON (u.content_key) $1::uuid, u.currency, u.day::date, u.amount::numeric, u.reference, u.account, u.details, u.transaction_id, u.address,
              u.content_key, $2::uuid, $3::uuid, $4::timestamptz
         FROM unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
           AS u (currency, day, amount, reference, account, details, transaction_id, address, content_key)
       ON CONFLICT (business_id, content_key) WHERE removed_at IS NULL
       DO UPDATE SET also_in = array_append(line.also_in, excluded.import_id)
        WHERE line.import_id <> excluded.import_id AND excluded.import_id <> ALL (line.also_in)
       RETURNING line.import_id),
     new AS (SELECT count(*)::int AS count FROM added WHERE import_id = $2::uuid)
     UPDATE bank_import
        SET added = added + (SELECT count FROM new),
            repeated = repeated + cardinality($5::text[]) - (SELECT count FROM new),
            lines_read = lines_read + cardinality($5::text[]) + $14 + $15, skipped = skipped + $14, refused = refused + $15,
            problems = problems || $16::jsonb
      WHERE business_id = $1::uuid AND import_id = $2::uuid`,
    [
      ...[businessId, importId, createdBy, toDate(at)],
      entries.map(({ currency }) => currency),
      entries.map(({ day }) => day),
      entries.map(({ amount }) => amount),
      entries.map(({ reference }) => storableText(reference)),
      entries.map(({ account }) => storableText(account)),
      entries.map(({ details }) => storableText(details)),
      entries.map(({ transactionId }) => storableText(transactionId)),
      entries.map(({ address }) => storableText(address)),
      entries.map(({ key }) => key),
      ...[
        skipped,
        refused,
        JSON.stringify(problems.map((one) => ({ ...one, value: storableText(one.value) }))),
      ],
    ],
  );
}

/** Ends the reading of a file whose lease is locked. Its bytes are deleted, except after a failure that a person can try again. */
export async function endImport(
  transaction: Transaction,
  { businessId, importId, addedBefore }: LeasedImport,
  result: { readonly matched: number } | { readonly failure: FileFailure },
  at: Instant,
): Promise<void> {
  const isRetryable = 'failure' in result && result.failure === 'unexpected';
  if (!isRetryable) await deleteImportBytes(transaction, { businessId, importId });
  await transaction.bankImport.update({
    where: { businessId_importId: { businessId, importId } },
    data: {
      leasedUntil: null,
      endedAt: toDate(at),
      ...('failure' in result
        ? { state: 'failed', failure: result.failure, added: 0 }
        : { state: 'done', matched: result.matched, repeated: { decrement: addedBefore } }),
    },
  });
}

/** Deletes the bytes of a file. */
export async function deleteImportBytes(
  transaction: Transaction,
  { businessId, importId }: ImportKey,
): Promise<void> {
  await transaction.uploadChunk.deleteMany({ where: { businessId, uploadId: importId } });
}

/** Lines of a file that no other file contains. */
const ownLines = ({ businessId, importId }: ImportKey) => ({
  businessId,
  importId,
  removedAt: null,
  alsoIn: { isEmpty: true },
});

/** Returns the lines of a file that a person matched, and that no other file contains. */
export async function countPersonMatches(transaction: Transaction, key: ImportKey): Promise<number> {
  return transaction.bankLine.count({
    where: { ...ownLines(key), match: { state: { in: ['person', 'forced'] } } },
  });
}

/** Lists the matches of lines that only a file contains. */
export async function listMatchesOfImport(
  transaction: Transaction,
  key: ImportKey,
): Promise<readonly string[]> {
  const rows = await transaction.bankLine.findMany({
    where: { ...ownLines(key), matchId: { not: null } },
    select: { matchId: true },
    distinct: ['matchId'],
  });
  return rows.flatMap(({ matchId }) => matchId ?? []);
}

/**
 * Removes the lines that only a file contains. They stay stored. Those that other files contain, too, go to the first of these.
 * Returns the number of removed lines.
 */
export async function removeImportedLines(
  transaction: Transaction,
  key: ImportKey,
  { by, at, reason }: { readonly by: PersonId; readonly at: Instant; readonly reason: string },
): Promise<number> {
  const { businessId, importId } = key;
  const { count } = await transaction.bankLine.updateMany({
    where: ownLines(key),
    data: { removedById: by, removedAt: toDate(at), removalReason: reason },
  });
  await transaction.$executeRaw`
    UPDATE bank_line
       SET import_id = CASE WHEN import_id = ${importId}::uuid THEN also_in[1] ELSE import_id END,
           also_in = CASE WHEN import_id = ${importId}::uuid THEN also_in[2:] ELSE array_remove(also_in, ${importId}::uuid) END
     WHERE business_id = ${businessId}::uuid AND removed_at IS NULL
       AND (import_id = ${importId}::uuid OR ${importId}::uuid = ANY (also_in))`;
  return count;
}

/** A person removed a file. */
export async function markRemoved(
  transaction: Transaction,
  { businessId, importId }: ImportKey,
): Promise<void> {
  await transaction.bankImport.update({
    where: { businessId_importId: { businessId, importId } },
    data: { state: 'removed', failure: null },
  });
}
