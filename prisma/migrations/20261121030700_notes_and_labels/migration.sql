-- What people write about payments, deposits and withdrawals, and the labels that they put on them.
CREATE TABLE "label" (
    "business_id" UUID NOT NULL,
    "label_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "retired_at" TIMESTAMPTZ(6),

    CONSTRAINT "label_pkey" PRIMARY KEY ("business_id","label_id")
);

CREATE TABLE "record_label" (
    "business_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "record_id" UUID NOT NULL,
    "label_id" UUID NOT NULL,
    "added_by" UUID NOT NULL,
    "added_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "record_label_pkey" PRIMARY KEY ("business_id","kind","record_id","label_id")
);

CREATE TABLE "record_note" (
    "business_id" UUID NOT NULL,
    "note_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" TEXT NOT NULL,
    "record_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "record_note_pkey" PRIMARY KEY ("business_id","note_id")
);

CREATE TABLE "record_note_text" (
    "business_id" UUID NOT NULL,
    "note_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "written_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "record_note_text_pkey" PRIMARY KEY ("business_id","note_id","version")
);

CREATE UNIQUE INDEX "label_business_id_key_key" ON "label"("business_id", "key");
CREATE INDEX "record_label_business_id_kind_label_id_record_id_idx" ON "record_label"("business_id", "kind", "label_id", "record_id");
CREATE INDEX "record_label_business_id_label_id_idx" ON "record_label"("business_id", "label_id");
CREATE INDEX "record_note_business_id_kind_record_id_created_at_idx" ON "record_note"("business_id", "kind", "record_id", "created_at");

ALTER TABLE "record_label" ADD CONSTRAINT "record_label_business_id_label_id_fkey" FOREIGN KEY ("business_id", "label_id") REFERENCES "label"("business_id", "label_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "record_note_text" ADD CONSTRAINT "record_note_text_business_id_note_id_fkey" FOREIGN KEY ("business_id", "note_id") REFERENCES "record_note"("business_id", "note_id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "record_label" ADD CONSTRAINT "record_label_kind_check" CHECK ("kind" IN ('payment', 'deposit', 'withdrawal'));
ALTER TABLE "record_note" ADD CONSTRAINT "record_note_kind_check" CHECK ("kind" IN ('payment', 'deposit', 'withdrawal'));
