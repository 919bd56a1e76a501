-- CreateTable
CREATE TABLE "payment_template" (
    "business_id" UUID NOT NULL,
    "template_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "person_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "fields" JSONB NOT NULL,
    "client_id_pattern" TEXT,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "changed_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "payment_template_pkey" PRIMARY KEY ("business_id","template_id")
);

-- CreateTable
CREATE TABLE "payment_id_sequence" (
    "business_id" UUID NOT NULL,
    "pattern" TEXT NOT NULL,
    "next" BIGINT NOT NULL,

    CONSTRAINT "payment_id_sequence_pkey" PRIMARY KEY ("business_id","pattern")
);

-- CreateIndex
CREATE UNIQUE INDEX "payment_template_business_id_person_id_name_key" ON "payment_template"("business_id", "person_id", "name");

-- From here on what Prisma's schema can't say.

ALTER TABLE payment_template
  ADD CONSTRAINT payment_template_name CHECK (length(name) BETWEEN 1 AND 60),
  ADD CONSTRAINT payment_template_fields CHECK (jsonb_typeof(fields) = 'object' AND octet_length(fields::text) <= 65536),
  ADD CONSTRAINT payment_template_pattern CHECK (length(client_id_pattern) BETWEEN 1 AND 200);

ALTER TABLE payment_id_sequence ADD CONSTRAINT payment_id_sequence_next CHECK (next >= 1);

-- A number that was given out is never given out again.
CREATE FUNCTION guard_payment_id_sequence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.next < OLD.next OR NEW.pattern <> OLD.pattern OR NEW.business_id <> OLD.business_id THEN
    RAISE EXCEPTION 'a sequence of client payment IDs only grows' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER payment_id_sequence_grows BEFORE UPDATE OR DELETE ON payment_id_sequence FOR EACH ROW
  EXECUTE FUNCTION guard_payment_id_sequence();
