-- Gross posting books the amount received as it was signed. Null where it wasn't reported, or an earlier version closed the period.
ALTER TABLE close_row ADD COLUMN amount_received numeric;
