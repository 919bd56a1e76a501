-- Files that are made a stretch at a time, for whoever asked for them.
CREATE TABLE "export_file" (
    "business_id" UUID NOT NULL,
    "file_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "person_id" UUID NOT NULL,
    "list" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "columns" TEXT,
    "with_risk" BOOLEAN NOT NULL,
    "time_zone" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "problem" TEXT,
    "total" INTEGER NOT NULL,
    "is_more" BOOLEAN NOT NULL,
    "is_cut" BOOLEAN NOT NULL DEFAULT false,
    "rows" INTEGER NOT NULL DEFAULT 0,
    "place_key" TEXT,
    "place_id" UUID,
    "crc" BIGINT NOT NULL DEFAULT 0,
    "size" BIGINT NOT NULL DEFAULT 0,
    "packed" BIGINT NOT NULL DEFAULT 0,
    "parts" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "asked_at" TIMESTAMPTZ(6) NOT NULL,
    "ended_at" TIMESTAMPTZ(6),
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "export_file_pkey" PRIMARY KEY ("business_id","file_id")
);

CREATE TABLE "export_part" (
    "business_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "body" BYTEA NOT NULL,

    CONSTRAINT "export_part_pkey" PRIMARY KEY ("business_id","file_id","number")
);

ALTER TABLE "export_file"
    ADD CONSTRAINT "export_file_format_check" CHECK ("format" IN ('xlsx', 'csv')),
    ADD CONSTRAINT "export_file_state_check" CHECK ("state" IN ('running', 'done', 'failed', 'stopped')),
    ADD CONSTRAINT "export_file_ended_check" CHECK (("state" = 'running') = ("ended_at" IS NULL));
-- They are packed already.
ALTER TABLE "export_part" ALTER COLUMN "body" SET STORAGE EXTERNAL;

CREATE INDEX "export_file_business_id_person_id_asked_at_idx" ON "export_file"("business_id", "person_id", "asked_at" DESC);
CREATE INDEX "export_file_running" ON "export_file"("asked_at") WHERE (state = 'running');
CREATE INDEX "export_file_expires_at_idx" ON "export_file"("expires_at");

ALTER TABLE "export_part" ADD CONSTRAINT "export_part_business_id_file_id_fkey" FOREIGN KEY ("business_id", "file_id") REFERENCES "export_file"("business_id", "file_id") ON DELETE CASCADE ON UPDATE CASCADE;
