-- The last parts of a reference: `10254` and `2026-10254` of `order-2026-10254`. Null if nothing precedes them, because
-- then they are the whole reference, which has its own index.
CREATE FUNCTION reference_tail(reference text, parts integer) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN substring(reference FROM '[-_/.:#[:space:]]([^-_/.:#[:space:]]+(?:[-_/.:#[:space:]]+[^-_/.:#[:space:]]+){' || (parts - 1) || '})[-_/.:#[:space:]]*$');
