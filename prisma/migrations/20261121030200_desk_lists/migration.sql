-- The queue of reviews in each of its orders, and its small parts by themselves.
ALTER TABLE "review_case" ADD COLUMN "eur" DECIMAL(65,30);
CREATE INDEX "review_case_waiting_by_due" ON "review_case"("business_id", "due_at", "case_id") WHERE (state IN ('open', 'proposed'));
CREATE INDEX "review_case_waiting_by_opening" ON "review_case"("business_id", "opened_at", "case_id") WHERE (state IN ('open', 'proposed'));
CREATE INDEX "review_case_waiting_by_eur" ON "review_case"("business_id", "eur", "case_id") WHERE (state IN ('open', 'proposed'));
CREATE INDEX "review_case_unassigned" ON "review_case"("business_id", "due_at", "case_id") WHERE (state = 'open' AND assignee_id IS NULL);
CREATE INDEX "review_case_put_aside" ON "review_case"("business_id", "due_at", "case_id") WHERE (state IN ('open', 'proposed') AND snoozed_until IS NOT NULL);
CREATE INDEX "review_case_contradicted" ON "review_case"("business_id", "due_at", "case_id") WHERE (disagrees_at IS NOT NULL);
CREATE INDEX "review_case_business_id_state_opened_at_case_id_idx" ON "review_case"("business_id", "state", "opened_at", "case_id");
CREATE INDEX "review_case_business_id_state_eur_case_id_idx" ON "review_case"("business_id", "state", "eur", "case_id");

-- The audit log in the order of time, as a whole and by each thing that it is asked for.
CREATE INDEX "audit_entry_chain_id_at_idx" ON "audit_entry"("chain_id", "at");
CREATE INDEX "audit_entry_chain_id_actor_id_at_idx" ON "audit_entry"("chain_id", "actor_id", "at");
CREATE INDEX "audit_entry_chain_id_action_at_idx" ON "audit_entry"("chain_id", "action", "at");
CREATE INDEX "audit_entry_chain_id_object_id_at_idx" ON "audit_entry"("chain_id", "object_id" text_pattern_ops, "at");
CREATE INDEX "audit_entry_chain_id_request_id_at_idx" ON "audit_entry"("chain_id", "request_id" text_pattern_ops, "at");
-- Prisma has no word for an index on an expression: what stands before the dot of an action.
CREATE INDEX "audit_entry_chain_id_area_at_idx" ON "audit_entry"("chain_id", (split_part(action, '.', 1)), "at");

-- Whether payments can be read from the service at all: one row a business, whichever payment it was.
CREATE TABLE "payment_reading_state" (
    "business_id" UUID NOT NULL,
    "last_success_at" TIMESTAMPTZ(6),
    "failing_since" TIMESTAMPTZ(6),
    "error" TEXT,

    CONSTRAINT "payment_reading_state_pkey" PRIMARY KEY ("business_id"),
    CONSTRAINT "payment_reading_state_error" CHECK ((failing_since IS NULL) = (error IS NULL))
);
INSERT INTO payment_reading_state (business_id, last_success_at)
  SELECT business_id, max(last_read_at) FROM payment WHERE last_read_at IS NOT NULL GROUP BY business_id;

-- What a case is worth is a column of its own, so that the queue can be ordered by it. It follows the deposit: the desk
-- looks at the subject once more.
UPDATE review_case c SET eur = whole.eur FROM (
  SELECT m.business_id, coalesce(m.merged_into, m.case_id) AS case_id,
         CASE WHEN bool_and(d.uniform_payable_amount IS NOT NULL) THEN sum(d.uniform_payable_amount) END AS eur
    FROM review_case m
    LEFT JOIN deposit d ON m.subject_kind = 'deposit' AND d.business_id = m.business_id AND d.deposit_id = m.subject_id
   GROUP BY 1, 2) AS whole
 WHERE c.business_id = whole.business_id AND c.case_id = whole.case_id AND whole.eur IS NOT NULL;
CREATE FUNCTION mark_worth_of_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_due (business_id, subject_kind, subject_id)
    SELECT c.business_id, c.subject_kind, c.subject_id FROM review_case c
     WHERE c.business_id = NEW.business_id AND c.subject_kind = 'deposit' AND c.subject_id = NEW.deposit_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER deposit_worth_changes AFTER UPDATE ON deposit FOR EACH ROW
  WHEN (OLD.uniform_payable_amount IS DISTINCT FROM NEW.uniform_payable_amount) EXECUTE FUNCTION mark_worth_of_case();
