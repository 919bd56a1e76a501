-- CreateTable
CREATE TABLE "list_view" (
    "business_id" UUID NOT NULL,
    "view_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "person_id" UUID NOT NULL,
    "list" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "changed_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "list_view_pkey" PRIMARY KEY ("business_id","view_id")
);

-- CreateTable
CREATE TABLE "list_default" (
    "business_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "list" TEXT NOT NULL,
    "view_id" UUID NOT NULL,

    CONSTRAINT "list_default_pkey" PRIMARY KEY ("business_id","person_id","list")
);

-- CreateIndex
CREATE INDEX "list_view_business_id_list_idx" ON "list_view"("business_id", "list");

-- CreateIndex
CREATE UNIQUE INDEX "list_view_business_id_person_id_list_name_key" ON "list_view"("business_id", "person_id", "list", "name");

-- CreateIndex
CREATE INDEX "list_default_business_id_view_id_idx" ON "list_default"("business_id", "view_id");

-- AddForeignKey
ALTER TABLE "list_default" ADD CONSTRAINT "list_default_business_id_view_id_fkey" FOREIGN KEY ("business_id", "view_id") REFERENCES "list_view"("business_id", "view_id") ON DELETE RESTRICT ON UPDATE CASCADE;
