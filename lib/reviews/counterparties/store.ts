import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import { counterpartyKeySql, recordCounterpartiesSql, toCounterpartyKey } from './counterparty-key.ts';
import type { Counterparty } from './model.ts';
import { counterpartyKinds } from './model.ts';

const noteRow = z.object({
  note_id: z.string(),
  kind: z.enum(counterpartyKinds),
  label: z.string(),
  tag: z.string(),
  text: z.string(),
  person_id: z.string(),
  at: z.date().transform(fromDate),
});
type StoredNote = z.output<typeof noteRow>;

const columns = (note: string) =>
  `${note}.note_id, ${note}.about AS kind, ${note}.about_label AS label, ${note}.about_tag AS tag, ${note}.text, ${note}.person_id, ${note}.at`;

/** Stores a note about an address or entity, and returns its ID. */
export async function insertCounterpartyNote(
  transaction: Transaction,
  note: { businessId: BusinessId; counterparty: Counterparty; text: string; by: PersonId; at: Instant },
): Promise<string> {
  const { businessId, counterparty, text, by, at } = note;
  const { kind, value, tag } = toCounterpartyKey(counterparty);
  const label = counterparty.kind === 'entity' ? counterparty.name : counterparty.address;
  const rows: unknown = await transaction.$queryRawUnsafe(
    `INSERT INTO review_note (business_id, about, about_key, about_tag, about_label, text, person_id, at)
     VALUES ($1::uuid, $2::text, ${counterpartyKeySql('$2', '$3')}, $4, $5, $6, $7::uuid, $8) RETURNING note_id`,
    ...[businessId, kind, value, tag, label, text, by, toDate(at)],
  );
  const [row] = z.array(z.object({ note_id: z.string() })).parse(rows);
  if (row === undefined) throw new Error('the note was not stored');
  return row.note_id;
}

/** Lists the newest notes about an address or entity. */
export async function listCounterpartyNotes(
  businessId: BusinessId,
  counterparty: Counterparty,
  limit: number,
): Promise<readonly StoredNote[]> {
  const { kind, value, tag } = toCounterpartyKey(counterparty);
  const { rows } = await databasePool().query(
    `SELECT ${columns('n')} FROM review_note n
      WHERE business_id = $1::uuid AND case_id IS NULL AND about = $2::text
        AND about_key = ${counterpartyKeySql('$2', '$3')} AND about_tag = $4
      ORDER BY at DESC LIMIT $5`,
    [businessId, kind, value, tag, limit],
  );
  return z.array(noteRow).parse(rows);
}

/** Finds the address or entity that a note is about; null if the business has no such note. */
export async function findNotedCounterparty(
  businessId: BusinessId,
  noteId: string,
): Promise<Counterparty | null> {
  const { rows } = await databasePool().query(
    `SELECT ${columns('n')} FROM review_note n
      WHERE business_id = $1::uuid AND note_id = $2::uuid AND about IS NOT NULL`,
    [businessId, noteId],
  );
  const [note] = z.array(noteRow).parse(rows);
  return note === undefined ? null : notedCounterparty(note);
}

/** Lists the newest notes about the addresses and entities of records. */
export async function listRecordNotes(
  businessId: BusinessId,
  records: { readonly deposits: readonly string[]; readonly withdrawals: readonly string[] },
  limit: number,
): Promise<readonly StoredNote[]> {
  const { rows } = await databasePool().query(
    `WITH named AS (${recordCounterpartiesSql})
     SELECT ${columns('x')}
       FROM named n JOIN review_note x ON x.business_id = $1::uuid AND x.case_id IS NULL AND x.about = n.kind
         AND x.about_key = n.key AND x.about_tag = n.tag
      ORDER BY x.at DESC, x.note_id LIMIT $4`,
    [businessId, [...records.deposits], [...records.withdrawals], limit],
  );
  return z.array(noteRow).parse(rows);
}

/** Returns the address or entity that a note is about. */
export const notedCounterparty = ({ kind, label, tag }: StoredNote): Counterparty =>
  kind === 'entity' ? { kind, name: label } : { kind, address: label, tag: tag === '' ? null : tag };
