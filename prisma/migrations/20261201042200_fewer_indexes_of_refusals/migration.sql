-- The same bytes are looked for among the refusals of the last days, which the index by time finds.
DROP INDEX callback_refusal_business_id_sha256_idx;
