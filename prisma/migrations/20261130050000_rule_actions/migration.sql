-- AlterTable
ALTER TABLE "review_rule_text" ADD COLUMN "actions" JSONB NOT NULL DEFAULT '{}';

-- From here on what Prisma's schema can't say.

ALTER TABLE review_rule_text
  ADD CONSTRAINT review_rule_text_actions CHECK (jsonb_typeof(actions) = 'object' AND octet_length(actions::text) <= 1000);
