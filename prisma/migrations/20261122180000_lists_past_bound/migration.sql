-- Lists that only grow and have more rows than anybody counts: going through ten thousand entries again at each visit
-- would tell the same.
CREATE TABLE "list_past_bound" (
  "business_id" UUID NOT NULL,
  "list" TEXT NOT NULL,
  "found_at" TIMESTAMPTZ(6) NOT NULL,
  CONSTRAINT "list_past_bound_pkey" PRIMARY KEY ("business_id", "list")
);
