-- The last four bytes of a business's ID. Indexes of large tables begin with it instead of the 16 bytes.
CREATE FUNCTION business_key(id uuid) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
$$ SELECT ('x' || right(id::text, 8))::bit(32)::integer $$;

SET LOCAL lock_timeout = '1s';
-- Rows of two businesses with the same key would mix, so the second business is refused.
CREATE UNIQUE INDEX business_key_idx ON business (business_key(id));

CREATE FUNCTION keep_business_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.business_key := business_key(NEW.business_id);
  RETURN NEW;
END
$$;

-- Existing rows take the key of the largest business by the default, without being rewritten. The next migration corrects
-- those of the others. New rows get theirs by the trigger.
DO $$
DECLARE
  large text;
  key integer;
BEGIN
  FOREACH large IN ARRAY ARRAY['payment', 'deposit'] LOOP
    SELECT business_key(b.id) INTO key FROM business b
      LEFT JOIN (SELECT unnest(s.most_common_vals::text::uuid[]) AS id, unnest(s.most_common_freqs) AS share
                   FROM pg_stats s WHERE s.schemaname = current_schema() AND s.tablename = large AND s.attname = 'business_id') c USING (id)
     ORDER BY c.share DESC NULLS LAST, b.created_at LIMIT 1;
    EXECUTE format('ALTER TABLE %I ADD COLUMN business_key integer NOT NULL DEFAULT %s', large, coalesce(key, 0));
    EXECUTE format('ALTER TABLE %I ALTER COLUMN business_key SET DEFAULT 0', large);
  END LOOP;
END
$$;
CREATE TRIGGER payment_has_business_key BEFORE INSERT OR UPDATE ON payment FOR EACH ROW
  WHEN (NEW.business_key IS DISTINCT FROM business_key(NEW.business_id)) EXECUTE FUNCTION keep_business_key();
CREATE TRIGGER deposit_has_business_key BEFORE INSERT OR UPDATE ON deposit FOR EACH ROW
  WHEN (NEW.business_key IS DISTINCT FROM business_key(NEW.business_id)) EXECUTE FUNCTION keep_business_key();

-- Corrects the keys in batches, each committed, so that no callback waits long. Rows of the business whose key was the
-- default are correct, and are not read.
CREATE PROCEDURE correct_business_keys() LANGUAGE plpgsql AS $$
DECLARE
  large text;
  owner uuid;
  place uuid;
  given integer;
BEGIN
  FOREACH large IN ARRAY ARRAY['payment', 'deposit'] LOOP
    SELECT (a.attmissingval::text::integer[])[1] INTO given FROM pg_attribute a
     WHERE a.attrelid = large::regclass AND a.attname = 'business_key';
    owner := '00000000-0000-0000-0000-000000000000';
    LOOP
      EXECUTE format('SELECT business_id FROM %I WHERE business_id > $1 ORDER BY business_id LIMIT 1', large) INTO owner USING owner;
      EXIT WHEN owner IS NULL;
      CONTINUE WHEN business_key(owner) = given;
      place := '00000000-0000-0000-0000-000000000000';
      LOOP
        EXECUTE format(
          'WITH next AS (
             SELECT %1$s_id AS id FROM %1$I WHERE business_id = $1 AND %1$s_id > $2 ORDER BY %1$s_id LIMIT 500),
           corrected AS (
             UPDATE %1$I SET business_key = business_key($1)
              WHERE business_id = $1 AND %1$s_id IN (SELECT id FROM next) AND business_key <> business_key($1))
           SELECT max(id::text)::uuid FROM next', large) INTO place USING owner, place;
        COMMIT;
        EXIT WHEN place IS NULL;
      END LOOP;
    END LOOP;
  END LOOP;
END
$$;
