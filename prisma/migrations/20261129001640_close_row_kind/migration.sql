-- A bank line and the fee that the bank took of it are two rows, also where both are adjustments.
ALTER TABLE close_row DROP CONSTRAINT close_row_pkey,
  ADD CONSTRAINT close_row_pkey PRIMARY KEY (business_id, record_id, close_id, line, kind);
