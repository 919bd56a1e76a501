import 'server-only';

/**
 * SQL for what contradicts what in a record, as a hash: the fields and their values, without when each was told, so
 * that one that is told again is the same, and another one is not.
 */
export const conflictFingerprint = (conflicts: string): string => `md5((
  SELECT string_agg(one ->> 'field' || '=' || (
      SELECT string_agg(DISTINCT each_value ->> 'value', '|' ORDER BY each_value ->> 'value')
        FROM jsonb_array_elements(one -> 'values') AS each_value), ';' ORDER BY one ->> 'field')
    FROM jsonb_array_elements(${conflicts}) AS one))`;
