import 'server-only';
import * as z from 'zod';
import { runInLongTransaction } from '#lib/database/long-reads.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { selectIds } from '#lib/lists/select-ids.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { fromDate } from '#lib/values/instant.ts';
import { exportedLists } from '../list-table.ts';
import { selectDefinition } from '../queries.ts';
import { exportNames, fileFormats } from '../schema.ts';
import { describeFormat } from './format.ts';

/** Rows per chunk. One chunk is one transaction. */
export const rowsPerChunk = 5_000;

const fileRow = z.object({
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
 * Selects the rows of the oldest requested file in one statement, so that they belong to one moment. A row that changes
 * later is neither missing nor repeated. Calls `onFile` with the file first. Returns false if no file is left for this
 * process.
 */
export function selectNextRows(
  onFile: (file: { readonly businessId: BusinessId; readonly fileId: string }) => void,
): Promise<boolean> {
  return runInLongTransaction(async (query) => {
    const { rows } = await query(
      `SELECT business_id, file_id, person_id, list, format, query, with_risk, asked_at FROM export_file
        WHERE ${isWaiting} ORDER BY failures, asked_at`,
      [],
    );
    for (const row of z.array(fileRow).parse(rows)) {
      const { list, format } = row;
      const file = [row.business_id, row.file_id];
      // An advisory lock, because a row lock would block a request to stop the file.
      const { rowCount } = await query(
        `SELECT FROM (SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS is_held) AS lock WHERE is_held`,
        [row.file_id],
      );
      if (rowCount === 0) continue;
      const stillWaiting = await query(`SELECT FROM export_file WHERE ${key} AND ${isWaiting}`, file);
      if (stillWaiting.rowCount === 0) continue;
      const businessId = toId<BusinessId>(row.business_id);
      onFile({ businessId, fileId: row.file_id });
      const parameters = new URLSearchParams(row.query);
      const { mostRows } = describeFormat(format);
      const choice = await selectIds(
        selectDefinition(list, { me: toId<PersonId>(row.person_id), at: row.asked_at }, row.with_risk),
        businessId,
        parseListQuery(exportedLists[list], (name) => parameters.get(name)).query,
        // One row more than fits shows that the list is longer than the file.
        { stretch: rowsPerChunk, maximum: Number.isFinite(mostRows) ? mostRows + 1 : null },
      );
      await query(`DELETE FROM export_part WHERE ${key}`, file);
      const [business, id] = file.map((one) => `${choice.bind(one)}::uuid`);
      await query(
        `INSERT INTO export_part (business_id, file_id, number, ids)
         SELECT ${business}, ${id}, number, ids FROM (${choice.text}) AS choice`,
        choice.values,
      );
      const { rowCount: chosen } = await query(
        `UPDATE export_file SET is_chosen = true, is_more = false, rows = 0, parts = 0, bytes = 0, crc = 0, size = 0, packed = 0,
                total = (SELECT coalesce(sum(cardinality(ids)), 0) FROM export_part WHERE ${key})
          WHERE ${key} AND ${isWaiting}`,
        file,
      );
      // The file was stopped in the meantime.
      if (chosen === 0) await query(`DELETE FROM export_part WHERE ${key}`, file);
      return true;
    }
    return false;
  });
}
