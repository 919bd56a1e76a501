-- A row always has the key of its own business, so a condition on the key alone never shows the rows of another one. Added
-- after the correction, so that a backup from before it can be restored.
SET LOCAL lock_timeout = '1s';
ALTER TABLE payment ADD CONSTRAINT payment_business_key_check CHECK (business_key = business_key(business_id)) NOT VALID;
ALTER TABLE deposit ADD CONSTRAINT deposit_business_key_check CHECK (business_key = business_key(business_id)) NOT VALID;
