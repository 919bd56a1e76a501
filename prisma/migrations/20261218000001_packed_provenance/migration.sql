-- From now on the column `provenance` is written in a short form, which an older program can't read. Rows keep their
-- long form until they change.
INSERT INTO schema_requirement (migration, oldest_program)
VALUES ('20261218000001_packed_provenance', '20261218000001_packed_provenance');
