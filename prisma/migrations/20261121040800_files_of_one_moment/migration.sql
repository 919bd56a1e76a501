-- The rows of a file that is made in the background, chosen in one moment: those that are being made begin anew.
ALTER TABLE "export_file"
    ADD COLUMN "is_chosen" BOOLEAN NOT NULL DEFAULT false,
    DROP COLUMN "place_key",
    DROP COLUMN "place_id";

CREATE TABLE "export_choice" (
    "business_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "ids" UUID[],

    CONSTRAINT "export_choice_pkey" PRIMARY KEY ("business_id","file_id","number")
);
-- Ids can't be packed.
ALTER TABLE "export_choice" ALTER COLUMN "ids" SET STORAGE EXTERNAL;

ALTER TABLE "export_choice" ADD CONSTRAINT "export_choice_business_id_file_id_fkey" FOREIGN KEY ("business_id", "file_id") REFERENCES "export_file"("business_id", "file_id") ON DELETE CASCADE ON UPDATE CASCADE;
