-- The matches of a closed period, and what was in transit at its end, as the last lines of its pack. Closes before have none.
ALTER TABLE period_close ADD COLUMN matches text[] NOT NULL DEFAULT '{}';
