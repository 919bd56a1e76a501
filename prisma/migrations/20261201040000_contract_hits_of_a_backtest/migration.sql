-- The hits of a backtest, 10,000 at most, belong to their run and are read only with it.
ALTER TABLE review_rule_run
  ADD COLUMN hit_ids uuid[] NOT NULL DEFAULT '{}',
  ADD COLUMN hit_times timestamptz(6)[] NOT NULL DEFAULT '{}';
UPDATE review_rule_run r SET (hit_ids, hit_times) = (
  SELECT coalesce(array_agg(h.subject_id ORDER BY h.at, h.subject_id), '{}'), coalesce(array_agg(h.at ORDER BY h.at, h.subject_id), '{}')
    FROM review_rule_hit h WHERE h.business_id = r.business_id AND h.run_id = r.run_id);
ALTER TABLE review_rule_run ADD CONSTRAINT review_rule_run_hits CHECK (cardinality(hit_ids) = cardinality(hit_times));
DROP TABLE review_rule_hit;
