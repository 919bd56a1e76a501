-- Password attempts of strangers against one account, over all addresses. The account is the SHA-256 of the email in hex,
-- whether such a person exists or not, so that an attempt costs and answers the same for both.
CREATE TABLE "sign_in_ceiling" (
    "account" VARCHAR(64) NOT NULL,
    "level" DOUBLE PRECISION NOT NULL,
    "counted_at" TIMESTAMPTZ(6) NOT NULL,
    "free_at" TIMESTAMPTZ(6) NOT NULL,
    "delayed_at" TIMESTAMPTZ(6),
    "notified_at" TIMESTAMPTZ(6),

    CONSTRAINT "sign_in_ceiling_pkey" PRIMARY KEY ("account")
);

CREATE INDEX "sign_in_ceiling_delayed" ON "sign_in_ceiling"("delayed_at") WHERE (delayed_at IS NOT NULL);
