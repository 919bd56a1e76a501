-- The product's driver writes instants without their offset: in a session of another time zone they would be stored
-- wrong, silently. These tables refuse to be written by such a session, whatever a pooler did to its settings.
CREATE FUNCTION refuse_other_time_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the time zone of this session is %, it has to be UTC', current_setting('TimeZone')
    USING ERRCODE = 'object_not_in_prerequisite_state';
END
$$;
DO $$
DECLARE target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['audit_entry', 'session', 'callback_message', 'callback_delivery', 'service_answer',
    'service_reading', 'payment_attempt', 'payment', 'deposit', 'withdrawal', 'review_case', 'mail_message'] LOOP
    EXECUTE format(
      $trigger$CREATE TRIGGER %I BEFORE INSERT OR UPDATE ON %I FOR EACH STATEMENT
        WHEN (current_setting('TimeZone') NOT IN ('UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'Universal', 'Etc/Universal',
                                                  'Zulu', 'Etc/Zulu', 'GMT', 'Etc/GMT'))
        EXECUTE FUNCTION refuse_other_time_zone()$trigger$, target || '_is_written_in_utc', target);
  END LOOP;
END
$$;

-- Which program a schema still serves. A migration that an older program can't work with adds a row: its own name, and
-- the oldest migration that a program has to know. Migrations without a row serve every program.
CREATE TABLE "schema_requirement" (
    "migration" TEXT NOT NULL,
    "oldest_program" TEXT NOT NULL,

    CONSTRAINT "schema_requirement_pkey" PRIMARY KEY ("migration")
);
