import 'server-only';
import * as z from 'zod';
import { inLongTransaction } from '#lib/database/long-reads.ts';
import { readListQuery } from '#lib/lists/model/query.ts';
import { chooseScan } from '#lib/lists/scan/choose-scan.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { fromDate } from '#lib/values/instant.ts';
import { exportedLists } from '../list-table.ts';
import { selectDefinition } from '../queries.ts';
import { exportNames, fileFormats } from '../schema.ts';
import { createWriter } from './format.ts';

/** Rows of a stretch, which is one transaction. */
export const chunkRows = 5_000;

const unchosen = z.object({
  business_id: z.string(),
  file_id: z.string(),
  person_id: z.string(),
  list: z.enum(exportNames),
  format: z.enum(fileFormats),
  query: z.string(),
  with_risk: z.boolean(),
  asked_at: z.date().transform(fromDate),
});
const key = 'business_id = $1::uuid AND file_id = $2::uuid';
const isWaiting = `state = 'running' AND NOT is_chosen`;

/**
 * Chooses the rows of the file that was asked for first of those whose rows are not chosen: by one statement, so that they
 * are those of one moment, and no row is in the file twice or left out because it changed while the file was made.
 * `hold` is told of the file before. Answers whether there was one that nobody else was choosing for.
 */
export function chooseNextRows(
  hold: (file: { readonly businessId: BusinessId; readonly fileId: string }) => void,
): Promise<boolean> {
  return inLongTransaction(async (query) => {
    const { rows } = await query(
      `SELECT business_id, file_id, person_id, list, format, query, with_risk, asked_at FROM export_file
        WHERE ${isWaiting} ORDER BY failures, asked_at`,
      [],
    );
    for (const row of z.array(unchosen).parse(rows)) {
      const { list, format } = row;
      const file = [row.business_id, row.file_id];
      // Not by locking the row: whoever stops the file would wait for it.
      const { rowCount } = await query(
        `SELECT FROM (SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS is_held) AS lock WHERE is_held`,
        [row.file_id],
      );
      if (rowCount === 0) continue;
      const waiting = await query(`SELECT FROM export_file WHERE ${key} AND ${isWaiting}`, file);
      if (waiting.rowCount === 0) continue;
      const businessId = toId<BusinessId>(row.business_id);
      hold({ businessId, fileId: row.file_id });
      const given = new URLSearchParams(row.query);
      const { maximumRows } = createWriter(format, list);
      const choice = await chooseScan(
        selectDefinition(list, { me: toId<PersonId>(row.person_id), at: row.asked_at }, row.with_risk),
        businessId,
        readListQuery(exportedLists[list], (name) => given.get(name)).query,
        // One more than there is room for: then it is said that the file ends before the list.
        { stretch: chunkRows, maximum: Number.isFinite(maximumRows) ? maximumRows + 1 : null },
      );
      await query(`DELETE FROM export_part WHERE ${key}`, file);
      const [business, id] = file.map((one) => `${choice.bind(one)}::uuid`);
      await query(
        `INSERT INTO export_choice (business_id, file_id, number, ids)
         SELECT ${business}, ${id}, number, ids FROM (${choice.text}) AS choice`,
        choice.values,
      );
      const { rowCount: chosen } = await query(
        `UPDATE export_file SET is_chosen = true, is_more = false, rows = 0, parts = 0, bytes = 0, crc = 0, size = 0, packed = 0,
                total = (SELECT coalesce(sum(cardinality(ids)), 0) FROM export_choice WHERE ${key})
          WHERE ${key} AND ${isWaiting}`,
        file,
      );
      // It was stopped meanwhile.
      if (chosen === 0) await query(`DELETE FROM export_choice WHERE ${key}`, file);
      return true;
    }
    return false;
  });
}
