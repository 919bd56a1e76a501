-- AlterTable
ALTER TABLE "review_case" ADD COLUMN     "risk_category" TEXT,
ADD COLUMN     "risk_score" TEXT,
ADD COLUMN     "risk_score_number" DECIMAL(65,30),
ADD COLUMN     "risk_weight" DECIMAL(10,0) NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "review_category" (
    "business_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "review_category_pkey" PRIMARY KEY ("business_id","position")
);

-- From here on what Prisma's schema can't say.

ALTER TABLE review_category ADD CONSTRAINT review_category_name CHECK (
  length(trim(name)) BETWEEN 1 AND 200 AND position BETWEEN 1 AND 200);

-- Sanctions and terrorism come first. A category that the owner has not listed counts as more serious than listed ones.
CREATE FUNCTION review_category_weight(business uuid, category text) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN category ~* '(sanction|terror)' THEN 1000
    ELSE coalesce((SELECT 900 - min(position) FROM review_category
                    WHERE business_id = business AND lower(trim(name)) = lower(trim(category))), 900) END
$$;

-- The categories of the risk entities of an assessment. An entity without a category has an empty one.
CREATE FUNCTION review_risk_categories(assessment jsonb) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT coalesce(entity ->> 'category', '') FROM (
    SELECT jsonb_path_query(assessment, '$.sourceRiskEntities[*]') AS entity
    UNION ALL SELECT jsonb_path_query(assessment, '$.destinationRiskEntities[*]')
    UNION ALL SELECT jsonb_path_query(assessment, '$.addressOwner')) AS entities
   WHERE jsonb_typeof(entity) = 'object'
$$;

-- The sweep computes the risk of the cases that wait.
INSERT INTO review_due (business_id, subject_kind, subject_id)
  SELECT business_id, subject_kind, subject_id FROM review_case WHERE state IN ('open', 'proposed');
