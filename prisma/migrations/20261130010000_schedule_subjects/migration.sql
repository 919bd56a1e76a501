-- Accounting files and built-in views can be scheduled.
ALTER TABLE report_schedule
    ADD COLUMN built_in_view text,
    ADD COLUMN target text,
    ADD COLUMN mode text;
