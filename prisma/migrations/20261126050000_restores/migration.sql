-- A restored backup: until when its data reaches, and when an owner resumed jobs and mail.
CREATE TABLE "database_restore" (
    "restore_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "restored_at" TIMESTAMPTZ(6) NOT NULL,
    "data_until" TIMESTAMPTZ(6) NOT NULL,
    "resumed_at" TIMESTAMPTZ(6),
    "resumed_by" UUID,

    CONSTRAINT "database_restore_pkey" PRIMARY KEY ("restore_id")
);

-- The people of a business, as the backup had them, until an owner confirms them. Until then only owners have access.
CREATE TABLE "database_restore_people" (
    "business_id" UUID NOT NULL,
    "restore_id" UUID NOT NULL,
    "confirmed_at" TIMESTAMPTZ(6),
    "confirmed_by" UUID,

    CONSTRAINT "database_restore_people_pkey" PRIMARY KEY ("business_id","restore_id")
);

-- AddForeignKey
ALTER TABLE "database_restore_people" ADD CONSTRAINT "database_restore_people_restore_id_fkey" FOREIGN KEY ("restore_id") REFERENCES "database_restore"("restore_id") ON DELETE RESTRICT ON UPDATE CASCADE;
