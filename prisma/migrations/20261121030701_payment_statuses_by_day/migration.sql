-- How many payments of each status were initiated on a day, ready counted for Overview.
CREATE TABLE "status_day" (
    "business_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "status" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "status_day_pkey" PRIMARY KEY ("business_id","day","status")
);

CREATE TABLE "status_delta" (
    "id" BIGSERIAL NOT NULL,
    "business_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "status" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "status_delta_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "status_rollup" (
    "business_id" UUID NOT NULL,
    "time_zone" TEXT NOT NULL,
    "made_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "status_rollup_pkey" PRIMARY KEY ("business_id")
);

CREATE INDEX "status_delta_business_id_at_idx" ON "status_delta"("business_id", "at");

-- Every change of what is counted leaves its difference, in the transaction of the change. A session that loads very
-- many rows and has the days made anew afterwards turns this off with `countinghouse.rollup = 'off'`.
CREATE FUNCTION note_payment_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.payment_initiated_at IS NOT NULL THEN
    INSERT INTO status_delta (business_id, at, status, count)
    VALUES (OLD.business_id, OLD.sort_at, coalesce(OLD.status, ''), -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.payment_initiated_at IS NOT NULL THEN
    INSERT INTO status_delta (business_id, at, status, count)
    VALUES (NEW.business_id, NEW.sort_at, coalesce(NEW.status, ''), 1);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER payment_has_status AFTER INSERT ON payment FOR EACH ROW
  WHEN (NEW.payment_initiated_at IS NOT NULL AND current_setting('countinghouse.rollup', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION note_payment_status();
CREATE TRIGGER payment_changes_status AFTER UPDATE ON payment FOR EACH ROW
  WHEN ((OLD.status, OLD.sort_at, OLD.payment_initiated_at IS NULL)
     IS DISTINCT FROM (NEW.status, NEW.sort_at, NEW.payment_initiated_at IS NULL))
  EXECUTE FUNCTION note_payment_status();
CREATE TRIGGER payment_had_status AFTER DELETE ON payment FOR EACH ROW
  WHEN (OLD.payment_initiated_at IS NOT NULL) EXECUTE FUNCTION note_payment_status();
