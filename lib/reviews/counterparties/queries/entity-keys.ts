import 'server-only';

/**
 * Returns the parts of a recursive WITH that find the first keys of risk entities that match a LIKE pattern, as `named`.
 * They go from one key of the index to the next, so that frequent names cost nothing. `$1` is the business.
 */
export const entityKeysSql = (pattern: string, most: number): string => `entity_key_step AS (
    (SELECT e.entity_key FROM review_entity e WHERE e.business_id = $1::uuid AND e.entity_key LIKE ${pattern}
      ORDER BY e.entity_key USING ~<~ LIMIT 1)
    UNION ALL
    SELECT (SELECT e.entity_key FROM review_entity e WHERE e.business_id = $1::uuid AND e.entity_key LIKE ${pattern}
               AND e.entity_key ~>~ step.entity_key ORDER BY e.entity_key USING ~<~ LIMIT 1)
      FROM entity_key_step step WHERE step.entity_key IS NOT NULL),
  named AS (SELECT entity_key FROM entity_key_step WHERE entity_key IS NOT NULL LIMIT ${most})`;
