-- A row may have been sent before a backup was restored. The new value is more than the old ones, so no row has to be
-- checked.
ALTER TABLE payment_batch_row DROP CONSTRAINT payment_batch_row_taken_by;
ALTER TABLE payment_batch_row
  ADD CONSTRAINT payment_batch_row_taken_by
    CHECK (taken_by IN ('request', 'payment', 'refused', 'unsent', 'restored')) NOT VALID;
