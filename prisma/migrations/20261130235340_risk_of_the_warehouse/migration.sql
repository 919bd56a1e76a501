-- The person who chose that risk detail is copied to the storage. It is copied while they may see it.
ALTER TABLE warehouse ADD COLUMN risk_by_id uuid;
