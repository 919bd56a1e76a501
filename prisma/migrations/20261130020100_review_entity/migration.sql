-- CreateTable
CREATE TABLE "review_entity" (
    "business_id" UUID NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "relation" TEXT NOT NULL,
    "entity_key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "review_entity_pkey" PRIMARY KEY ("business_id","subject_kind","subject_id","relation","entity_key")
);

-- CreateIndex
CREATE INDEX "review_entity_business_id_entity_key_at_subject_id_idx" ON "review_entity"("business_id", "entity_key" text_pattern_ops, "at", "subject_id");

-- From here on what Prisma's schema can't say.

ALTER TABLE review_entity
  ADD CONSTRAINT review_entity_relation CHECK (relation IN ('source', 'destination', 'owner'));

-- A session of another time zone would store other instants.
CREATE TRIGGER review_entity_is_written_in_utc BEFORE INSERT OR UPDATE ON review_entity FOR EACH STATEMENT
  WHEN (current_setting('TimeZone') NOT IN ('UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Universal', 'Etc/Universal',
                                            'Zulu', 'Etc/Zulu', 'GMT', 'Etc/GMT'))
  EXECUTE FUNCTION refuse_other_time_zone();

-- The names in an assessment, each once for its relation. Other values than text have none.
CREATE FUNCTION review_entities(assessment jsonb) RETURNS TABLE (relation text, entity_key text, name text)
LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT ON (relation, owner_key(value #>> '{}')) relation, owner_key(value #>> '{}'), left(trim(value #>> '{}'), 200)
    FROM (SELECT 'source' AS relation, jsonb_path_query(assessment, '$.sourceRiskEntities[*].name') AS value
          UNION ALL SELECT 'destination', jsonb_path_query(assessment, '$.destinationRiskEntities[*].name')
          UNION ALL SELECT 'owner', jsonb_path_query(assessment, '$.addressOwner.name')) AS named
   WHERE jsonb_typeof(value) = 'string' AND owner_key(value #>> '{}') IS NOT NULL
   ORDER BY relation, owner_key(value #>> '{}'), value #>> '{}'
$$;

-- In the order in which callbacks lock the tables, so that neither waits for the other.
CREATE FUNCTION keep_time_of_entities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'deposit' THEN
    UPDATE review_entity SET at = NEW.sort_at
     WHERE business_id = NEW.business_id AND subject_kind = 'deposit' AND subject_id = NEW.deposit_id;
  ELSE
    UPDATE review_entity SET at = NEW.first_received_at
     WHERE business_id = NEW.business_id AND subject_kind = 'withdrawal' AND subject_id = NEW.withdrawal_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER deposit_time_of_entities AFTER UPDATE ON deposit FOR EACH ROW
  WHEN (OLD.sort_at IS DISTINCT FROM NEW.sort_at) EXECUTE FUNCTION keep_time_of_entities();
CREATE TRIGGER withdrawal_time_of_entities AFTER UPDATE ON withdrawal FOR EACH ROW
  WHEN (OLD.first_received_at IS DISTINCT FROM NEW.first_received_at) EXECUTE FUNCTION keep_time_of_entities();

-- Keeps review_entity equal to the risk tables.
CREATE FUNCTION keep_entities_of_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM review_entity
     WHERE business_id = NEW.business_id AND subject_kind = 'deposit' AND subject_id = NEW.deposit_id;
  END IF;
  INSERT INTO review_entity (business_id, subject_kind, subject_id, relation, entity_key, name, at)
  SELECT d.business_id, 'deposit', d.deposit_id, e.relation, e.entity_key, e.name, d.sort_at
    FROM deposit d CROSS JOIN review_entities(NEW.assessment) AS e
   WHERE d.business_id = NEW.business_id AND d.deposit_id = NEW.deposit_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER deposit_entities_are_reported AFTER INSERT ON deposit_risk FOR EACH ROW
  WHEN (NEW.assessment IS NOT NULL) EXECUTE FUNCTION keep_entities_of_deposit();
CREATE TRIGGER deposit_entities_change AFTER UPDATE ON deposit_risk FOR EACH ROW
  WHEN (OLD.assessment IS DISTINCT FROM NEW.assessment) EXECUTE FUNCTION keep_entities_of_deposit();

CREATE FUNCTION keep_entities_of_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM review_entity
     WHERE business_id = NEW.business_id AND subject_kind = 'withdrawal' AND subject_id = NEW.withdrawal_id;
  END IF;
  INSERT INTO review_entity (business_id, subject_kind, subject_id, relation, entity_key, name, at)
  SELECT w.business_id, 'withdrawal', w.withdrawal_id, 'owner', owner_key(NEW.owner_name),
         left(trim(NEW.owner_name), 200), w.first_received_at
    FROM withdrawal w
   WHERE w.business_id = NEW.business_id AND w.withdrawal_id = NEW.withdrawal_id
     AND owner_key(NEW.owner_name) IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER withdrawal_entities_are_reported AFTER INSERT ON withdrawal_risk FOR EACH ROW
  EXECUTE FUNCTION keep_entities_of_withdrawal();
CREATE TRIGGER withdrawal_entities_change AFTER UPDATE ON withdrawal_risk FOR EACH ROW
  WHEN (OLD.owner_name IS DISTINCT FROM NEW.owner_name) EXECUTE FUNCTION keep_entities_of_withdrawal();
