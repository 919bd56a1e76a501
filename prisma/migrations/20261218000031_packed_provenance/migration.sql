-- From now on the column `provenance` is written in a short form, which an older program can't read. Rows keep their
-- long form until they change. It comes after the indexes, so that older programs receive callbacks while they are built.
INSERT INTO schema_requirement (migration, oldest_program)
VALUES ('20261218000031_packed_provenance', '20261218000031_packed_provenance');
