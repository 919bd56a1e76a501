-- While the service as a whole fails, no process reads payments from it.
CREATE TABLE "reading_pause" (
    "name" TEXT NOT NULL,
    "since" TIMESTAMPTZ(6) NOT NULL,
    "until" TIMESTAMPTZ(6) NOT NULL,
    "probing_until" TIMESTAMPTZ(6),
    "failures" INTEGER NOT NULL,
    "failed_at" TIMESTAMPTZ(6) NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "reading_pause_pkey" PRIMARY KEY ("name")
);
