-- A link that was mailed proves the address of its account, and a link that a person passed on doesn't. Links from before
-- count as passed on.
ALTER TABLE "password_reset" ADD COLUMN     "is_mailed" BOOLEAN NOT NULL DEFAULT false;
