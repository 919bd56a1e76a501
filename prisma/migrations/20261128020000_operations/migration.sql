-- The running parts, the last run of each job and the finished backups. Small tables: a row for each process, job and backup.
-- CreateTable
CREATE TABLE "part_heartbeat" (
    "part" TEXT NOT NULL,
    "instance_id" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(6) NOT NULL,
    "seen_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "part_heartbeat_pkey" PRIMARY KEY ("part","instance_id")
);

-- CreateTable
CREATE TABLE "job_run" (
    "job" TEXT NOT NULL,
    "every_seconds" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(6) NOT NULL,
    "ended_at" TIMESTAMPTZ(6) NOT NULL,
    "milliseconds" INTEGER NOT NULL,
    "succeeded_at" TIMESTAMPTZ(6),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,
    "request_id" TEXT NOT NULL,

    CONSTRAINT "job_run_pkey" PRIMARY KEY ("job")
);

-- CreateTable
CREATE TABLE "backup_record" (
    "snapshot_at" TIMESTAMPTZ(6) NOT NULL,
    "finished_at" TIMESTAMPTZ(6) NOT NULL,
    "bytes" BIGINT NOT NULL,
    "has_secrets" BOOLEAN NOT NULL,

    CONSTRAINT "backup_record_pkey" PRIMARY KEY ("snapshot_at")
);
