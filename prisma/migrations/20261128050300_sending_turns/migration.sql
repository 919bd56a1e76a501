-- CreateTable
CREATE TABLE "sending_turn" (
    "kind" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "sending_turn_pkey" PRIMARY KEY ("kind")
);
