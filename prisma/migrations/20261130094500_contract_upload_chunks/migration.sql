-- The parts of uploaded files of payments and of statements are alike.
CREATE TABLE upload_chunk (
  business_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  number integer NOT NULL,
  body bytea NOT NULL,
  CONSTRAINT upload_chunk_pkey PRIMARY KEY (business_id, upload_id, number),
  CONSTRAINT upload_chunk_size CHECK (length(body) >= 1 AND length(body) <= 1048576)
);

INSERT INTO upload_chunk (business_id, upload_id, number, body)
SELECT business_id, batch_id, number, body FROM payment_batch_chunk
UNION ALL SELECT business_id, import_id, number, body FROM bank_import_chunk;

DROP TABLE payment_batch_chunk;
DROP TABLE bank_import_chunk;
