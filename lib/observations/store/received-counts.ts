import 'server-only';

/** Tables of received data. `audit:verify` compares their rows with a count that was made when each was stored. */
type ReceivedTable = 'callback_message' | 'callback_delivery' | 'service_answer';

/** Returns the SQL of the checksum of a table's rows: of their IDs, or of the numbers of deliveries. */
export const checksumSql = (table: ReceivedTable): string =>
  table === 'callback_delivery' ? 'sum(id)' : `sum(('x' || right(id::text, 12))::bit(48)::bigint)`;

/**
 * Returns the SQL that counts stored rows. It belongs to the statement that stores them, so that no row exists without its
 * count. `rows` has their IDs and businesses.
 */
export const countReceivedSql = (table: ReceivedTable, rows: string): string => `
  INSERT INTO received_delta (business_id, source, rows, checksum)
  SELECT business_id, '${table}', count(*), ${checksumSql(table)} FROM ${rows} GROUP BY business_id`;
