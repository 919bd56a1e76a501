import 'server-only';

/**
 * Returns the SQL that hashes the conflicting fields of a record and their values. Times are left out, so a repeated
 * conflict has the same hash.
 */
export const conflictFingerprintSql = (conflicts: string): string => `md5((
  SELECT string_agg(one ->> 'field' || '=' || (
      SELECT string_agg(DISTINCT each_value ->> 'value', '|' ORDER BY each_value ->> 'value')
        FROM jsonb_array_elements(one -> 'values') AS each_value), ';' ORDER BY one ->> 'field')
    FROM jsonb_array_elements(${conflicts}) AS one))`;
