-- What readiness writes, to learn whether the database can: a new file of a few pages, so that a full disk is noticed
-- though pages of other tables still have room. Unlogged: it is not worth any log. As the owner, for TRUNCATE.
CREATE UNLOGGED TABLE "write_probe" (
    "page" INTEGER NOT NULL,
    "filling" TEXT NOT NULL,

    CONSTRAINT "write_probe_pkey" PRIMARY KEY ("page")
);
ALTER TABLE write_probe ALTER COLUMN filling SET STORAGE PLAIN;

CREATE FUNCTION probe_write() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
BEGIN
  TRUNCATE write_probe;
  INSERT INTO write_probe (page, filling) SELECT page, repeat('x', 7000) FROM generate_series(1, 8) AS page;
END
$$;
