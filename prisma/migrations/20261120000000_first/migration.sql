-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "audit_entry" (
    "chain_id" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "object_type" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "request_id" TEXT NOT NULL,
    "previous" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("chain_id","sequence")
);

-- CreateTable
CREATE TABLE "audit_head" (
    "chain_id" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_head_pkey" PRIMARY KEY ("chain_id")
);

-- CreateTable
CREATE TABLE "business" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "business_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_reading" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "business_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "first_started_at" TIMESTAMPTZ(6) NOT NULL,
    "last_started_at" TIMESTAMPTZ(6) NOT NULL,
    "sha256" BYTEA NOT NULL,
    "body" BYTEA NOT NULL,
    "flaws" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "service_reading_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_reading_state" (
    "business_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "last_attempt_at" TIMESTAMPTZ(6) NOT NULL,
    "last_success_at" TIMESTAMPTZ(6),
    "error_code" TEXT,
    "error_message" TEXT,

    CONSTRAINT "service_reading_state_pkey" PRIMARY KEY ("business_id","kind")
);

-- CreateTable
CREATE TABLE "deposit" (
    "business_id" UUID NOT NULL,
    "deposit_id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "transaction_id" TEXT,
    "status" TEXT,
    "from_address" TEXT,
    "to_address" TEXT,
    "from_address_key" TEXT,
    "to_address_key" TEXT,
    "deposit_currency" TEXT,
    "network" TEXT,
    "deposit_amount" DECIMAL(65,30),
    "deposit_distributed_user_service_fee" DECIMAL(65,30),
    "on_chain_fee" DECIMAL(65,30),
    "display_currency" TEXT,
    "display_amount" DECIMAL(65,30),
    "display_payable_amount" DECIMAL(65,30),
    "display_service_fee" DECIMAL(65,30),
    "display_distributed_user_service_fee" DECIMAL(65,30),
    "settlement_currency" TEXT,
    "settlement_payable_amount" DECIMAL(65,30),
    "settlement_service_fee" DECIMAL(65,30),
    "settlement_distributed_user_service_fee" DECIMAL(65,30),
    "uniform_currency" TEXT,
    "uniform_payable_amount" DECIMAL(65,30),
    "uniform_service_fee" DECIMAL(65,30),
    "uniform_distributed_user_service_fee" DECIMAL(65,30),
    "user_service_fee_distribution_percentage" TEXT,
    "deposit_received_at" TIMESTAMPTZ(0),
    "display_rate_depeg_loss_amount" DECIMAL(65,30),
    "settlement_rate_depeg_loss_amount" DECIMAL(65,30),
    "uniform_rate_depeg_loss_amount" DECIMAL(65,30),
    "callback_deposit_amount" DECIMAL(65,30),
    "callback_display_amount" DECIMAL(65,30),
    "callback_settlement_amount" DECIMAL(65,30),
    "callback_display_depeg_loss" DECIMAL(65,30),
    "rate_type" TEXT,
    "refund_type" TEXT,
    "refund_status" TEXT,
    "refund_reason" TEXT,
    "refund_deposit_currency" TEXT,
    "refund_network" TEXT,
    "refund_amount" DECIMAL(65,30),
    "refund_fee" DECIMAL(65,30),
    "refund_display_currency" TEXT,
    "refund_display_amount" DECIMAL(65,30),
    "refund_display_fee" DECIMAL(65,30),
    "refund_transaction_id" TEXT,
    "refund_confirmed_at" TIMESTAMPTZ(0),
    "refund_first_seen_at" TIMESTAMPTZ(6),
    "provenance" JSONB NOT NULL DEFAULT '[]',
    "conflicts" JSONB NOT NULL DEFAULT '[]',
    "record_seen" BOOLEAN NOT NULL DEFAULT false,
    "versions" INTEGER NOT NULL DEFAULT 0,
    "sort_at" TIMESTAMPTZ(6) NOT NULL,
    "first_observed_at" TIMESTAMPTZ(6) NOT NULL,
    "changed_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "deposit_pkey" PRIMARY KEY ("business_id","deposit_id")
);

-- CreateTable
CREATE TABLE "deposit_risk" (
    "business_id" UUID NOT NULL,
    "deposit_id" UUID NOT NULL,
    "risk_score" TEXT,
    "assessment" JSONB,
    "provenance" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "deposit_risk_pkey" PRIMARY KEY ("business_id","deposit_id")
);

-- CreateTable
CREATE TABLE "callback_message" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "business_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "body" BYTEA NOT NULL,
    "first_received_at" TIMESTAMPTZ(6) NOT NULL,
    "last_received_at" TIMESTAMPTZ(6) NOT NULL,
    "deliveries" INTEGER NOT NULL DEFAULT 1,
    "verdict" TEXT NOT NULL,
    "reasons" JSONB NOT NULL DEFAULT '[]',
    "subject_id" UUID,
    "payment_id" UUID,

    CONSTRAINT "callback_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "callback_delivery" (
    "id" BIGSERIAL NOT NULL,
    "business_id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "received_at" TIMESTAMPTZ(6) NOT NULL,
    "headers" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "callback_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "callback_refusal" (
    "id" BIGSERIAL NOT NULL,
    "business_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(6) NOT NULL,
    "headers" JSONB NOT NULL DEFAULT '{}',
    "excerpt" BYTEA NOT NULL,

    CONSTRAINT "callback_refusal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_answer" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "business_id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "first_started_at" TIMESTAMPTZ(6) NOT NULL,
    "last_started_at" TIMESTAMPTZ(6) NOT NULL,
    "repeats" INTEGER NOT NULL DEFAULT 1,
    "sha256" BYTEA NOT NULL,
    "body" BYTEA NOT NULL,
    "flaws" JSONB NOT NULL DEFAULT '[]',
    "person_id" UUID,
    "file_name" TEXT,

    CONSTRAINT "service_answer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment" (
    "business_id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "client_payment_id" TEXT,
    "locale" TEXT,
    "status" TEXT,
    "rate_type" TEXT,
    "type" TEXT,
    "url" TEXT,
    "payment_url" TEXT,
    "overpayment_policy" TEXT,
    "refund_follow_up_deposits_for_one_time_payments" BOOLEAN,
    "processor_type" TEXT,
    "wallet_address" TEXT,
    "wallet_address_key" TEXT,
    "destination_tag" TEXT,
    "display_currency" TEXT,
    "expected_display_amount" DECIMAL(65,30),
    "expected_display_distributed_user_service_fee" DECIMAL(65,30),
    "actual_display_amount" DECIMAL(65,30),
    "actual_display_distributed_user_service_fee" DECIMAL(65,30),
    "deposit_currency" TEXT,
    "expected_network" TEXT,
    "expected_deposit_amount" DECIMAL(65,30),
    "expected_deposit_distributed_user_service_fee" DECIMAL(65,30),
    "actual_deposit_amount" DECIMAL(65,30),
    "actual_deposit_distributed_user_service_fee" DECIMAL(65,30),
    "expected_uniform_amount" DECIMAL(65,30),
    "actual_uniform_amount" DECIMAL(65,30),
    "user_service_fee_distribution_percentage" TEXT,
    "redirect_url" TEXT,
    "redirect_mode" TEXT,
    "expiration_minutes" BIGINT,
    "initiated_by" TEXT,
    "payment_initiated_at" TIMESTAMPTZ(0),
    "payment_requested_at" TIMESTAMPTZ(0),
    "expiration_time" TIMESTAMPTZ(0),
    "provenance" JSONB NOT NULL DEFAULT '[]',
    "conflicts" JSONB NOT NULL DEFAULT '[]',
    "record_seen" BOOLEAN NOT NULL DEFAULT false,
    "deposit_count" INTEGER NOT NULL DEFAULT 0,
    "confirmed_deposit_count" INTEGER NOT NULL DEFAULT 0,
    "coverage" TEXT,
    "late" BOOLEAN,
    "currency_mismatch" BOOLEAN,
    "refund_statuses" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "deposit_statuses" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "sort_at" TIMESTAMPTZ(6) NOT NULL,
    "first_observed_at" TIMESTAMPTZ(6) NOT NULL,
    "changed_at" TIMESTAMPTZ(6) NOT NULL,
    "next_read_at" TIMESTAMPTZ(6),
    "last_read_at" TIMESTAMPTZ(6),
    "read_failures" INTEGER NOT NULL DEFAULT 0,
    "last_read_error" TEXT,

    CONSTRAINT "payment_pkey" PRIMARY KEY ("business_id","payment_id")
);

-- CreateTable
CREATE TABLE "payment_intent" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "business_id" UUID NOT NULL,
    "client_payment_id" TEXT NOT NULL,
    "request_body" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "changed_at" TIMESTAMPTZ(6) NOT NULL,
    "payment_id" UUID,
    "payment_url" TEXT,
    "http_status" INTEGER,
    "error_code" TEXT,
    "error_message" TEXT,

    CONSTRAINT "payment_intent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_attempt" (
    "id" BIGSERIAL NOT NULL,
    "business_id" UUID NOT NULL,
    "intent_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(6) NOT NULL,
    "finished_at" TIMESTAMPTZ(6),
    "outcome" TEXT,
    "http_status" INTEGER,
    "error_code" TEXT,
    "error_message" TEXT,
    "person_id" UUID NOT NULL,
    "request_id" TEXT NOT NULL,

    CONSTRAINT "payment_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "person" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabled_at" TIMESTAMPTZ(6),

    CONSTRAINT "person_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membership" (
    "person_id" UUID NOT NULL,
    "business_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("person_id","business_id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "person_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(6),
    "address" TEXT,
    "user_agent" TEXT,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "withdrawal" (
    "business_id" UUID NOT NULL,
    "withdrawal_id" UUID NOT NULL,
    "client_withdrawal_id" TEXT,
    "status" TEXT,
    "display_currency" TEXT,
    "withdraw_currency" TEXT,
    "settlement_currency" TEXT,
    "expected_display_amount" DECIMAL(65,30),
    "actual_display_amount" DECIMAL(65,30),
    "estimated_withdraw_amount" DECIMAL(65,30),
    "actual_withdraw_amount" DECIMAL(65,30),
    "deducted_settlement_amount" DECIMAL(65,30),
    "withdraw_fee" DECIMAL(65,30),
    "display_fee" DECIMAL(65,30),
    "display_rate_depeg_loss_amount" DECIMAL(65,30),
    "settlement_rate_depeg_loss_amount" DECIMAL(65,30),
    "to_tx_address" TEXT,
    "to_address" TEXT,
    "to_tag" TEXT,
    "to_address_key" TEXT,
    "transaction_id" TEXT,
    "provenance" JSONB NOT NULL DEFAULT '[]',
    "conflicts" JSONB NOT NULL DEFAULT '[]',
    "versions" INTEGER NOT NULL DEFAULT 1,
    "first_received_at" TIMESTAMPTZ(6) NOT NULL,
    "changed_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "withdrawal_pkey" PRIMARY KEY ("business_id","withdrawal_id")
);

-- CreateTable
CREATE TABLE "withdrawal_risk" (
    "business_id" UUID NOT NULL,
    "withdrawal_id" UUID NOT NULL,
    "owner_name" TEXT,
    "owner_category" TEXT,
    "provenance" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "withdrawal_risk_pkey" PRIMARY KEY ("business_id","withdrawal_id")
);

-- CreateIndex
CREATE INDEX "audit_entry_chain_id_object_type_object_id_idx" ON "audit_entry"("chain_id", "object_type", "object_id");

-- CreateIndex
CREATE INDEX "service_reading_business_id_kind_last_started_at_idx" ON "service_reading"("business_id", "kind", "last_started_at" DESC);

-- CreateIndex
CREATE INDEX "deposit_business_id_payment_id_idx" ON "deposit"("business_id", "payment_id");

-- CreateIndex
CREATE INDEX "deposit_business_id_sort_at_deposit_id_idx" ON "deposit"("business_id", "sort_at" DESC, "deposit_id" DESC);

-- CreateIndex
CREATE INDEX "deposit_business_id_status_sort_at_deposit_id_idx" ON "deposit"("business_id", "status", "sort_at" DESC, "deposit_id" DESC);

-- CreateIndex
CREATE INDEX "deposit_business_id_refund_first_seen_at_deposit_id_idx" ON "deposit"("business_id", "refund_first_seen_at" DESC, "deposit_id" DESC) WHERE (refund_first_seen_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "deposit_business_id_transaction_id_idx" ON "deposit"("business_id", "transaction_id" text_pattern_ops);

-- CreateIndex
CREATE INDEX "deposit_business_id_refund_transaction_id_idx" ON "deposit"("business_id", "refund_transaction_id" text_pattern_ops);

-- CreateIndex
CREATE INDEX "deposit_business_id_from_address_key_idx" ON "deposit"("business_id", "from_address_key" text_pattern_ops);

-- CreateIndex
CREATE INDEX "deposit_business_id_to_address_key_idx" ON "deposit"("business_id", "to_address_key" text_pattern_ops);

-- CreateIndex
CREATE INDEX "callback_message_business_id_subject_id_idx" ON "callback_message"("business_id", "subject_id");

-- CreateIndex
CREATE INDEX "callback_message_business_id_payment_id_idx" ON "callback_message"("business_id", "payment_id");

-- CreateIndex
CREATE INDEX "callback_message_business_id_first_received_at_id_idx" ON "callback_message"("business_id", "first_received_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "callback_message_business_id_kind_sha256_key" ON "callback_message"("business_id", "kind", "sha256");

-- CreateIndex
CREATE INDEX "callback_delivery_message_id_received_at_idx" ON "callback_delivery"("message_id", "received_at");

-- CreateIndex
CREATE INDEX "callback_refusal_business_id_received_at_idx" ON "callback_refusal"("business_id", "received_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "service_answer_business_id_payment_id_source_sha256_key" ON "service_answer"("business_id", "payment_id", "source", "sha256");

-- CreateIndex
CREATE INDEX "payment_business_id_sort_at_payment_id_idx" ON "payment"("business_id", "sort_at" DESC, "payment_id" DESC);

-- CreateIndex
CREATE INDEX "payment_business_id_status_sort_at_payment_id_idx" ON "payment"("business_id", "status", "sort_at" DESC, "payment_id" DESC);

-- CreateIndex
CREATE INDEX "payment_business_id_client_payment_id_idx" ON "payment"("business_id", "client_payment_id" text_pattern_ops);

-- CreateIndex
CREATE INDEX "payment_business_id_wallet_address_key_idx" ON "payment"("business_id", "wallet_address_key" text_pattern_ops);

-- CreateIndex
CREATE INDEX "payment_business_id_destination_tag_idx" ON "payment"("business_id", "destination_tag" text_pattern_ops);

-- CreateIndex
CREATE INDEX "payment_next_read_at_idx" ON "payment"("next_read_at") WHERE (next_read_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "payment_intent_business_id_payment_id_idx" ON "payment_intent"("business_id", "payment_id");

-- CreateIndex
CREATE INDEX "payment_intent_business_id_state_changed_at_idx" ON "payment_intent"("business_id", "state", "changed_at");

-- CreateIndex
CREATE UNIQUE INDEX "payment_intent_business_id_client_payment_id_key" ON "payment_intent"("business_id", "client_payment_id");

-- CreateIndex
CREATE INDEX "payment_attempt_intent_id_started_at_idx" ON "payment_attempt"("intent_id", "started_at");

-- CreateIndex
CREATE UNIQUE INDEX "person_email_key" ON "person"("email");

-- CreateIndex
CREATE INDEX "membership_business_id_idx" ON "membership"("business_id");

-- CreateIndex
CREATE INDEX "session_person_id_idx" ON "session"("person_id");

-- CreateIndex
CREATE INDEX "withdrawal_business_id_first_received_at_withdrawal_id_idx" ON "withdrawal"("business_id", "first_received_at" DESC, "withdrawal_id" DESC);

-- CreateIndex
CREATE INDEX "withdrawal_business_id_status_first_received_at_withdrawal__idx" ON "withdrawal"("business_id", "status", "first_received_at" DESC, "withdrawal_id" DESC);

-- CreateIndex
CREATE INDEX "withdrawal_business_id_client_withdrawal_id_idx" ON "withdrawal"("business_id", "client_withdrawal_id" text_pattern_ops);

-- CreateIndex
CREATE INDEX "withdrawal_business_id_transaction_id_idx" ON "withdrawal"("business_id", "transaction_id" text_pattern_ops);

-- CreateIndex
CREATE INDEX "withdrawal_business_id_to_address_key_idx" ON "withdrawal"("business_id", "to_address_key" text_pattern_ops);

-- CreateIndex
CREATE INDEX "withdrawal_business_id_to_tag_idx" ON "withdrawal"("business_id", "to_tag" text_pattern_ops);

-- AddForeignKey
ALTER TABLE "deposit_risk" ADD CONSTRAINT "deposit_risk_business_id_deposit_id_fkey" FOREIGN KEY ("business_id", "deposit_id") REFERENCES "deposit"("business_id", "deposit_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "callback_delivery" ADD CONSTRAINT "callback_delivery_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "callback_message"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_intent_id_fkey" FOREIGN KEY ("intent_id") REFERENCES "payment_intent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "business"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "withdrawal_risk" ADD CONSTRAINT "withdrawal_risk_business_id_withdrawal_id_fkey" FOREIGN KEY ("business_id", "withdrawal_id") REFERENCES "withdrawal"("business_id", "withdrawal_id") ON DELETE RESTRICT ON UPDATE CASCADE;


