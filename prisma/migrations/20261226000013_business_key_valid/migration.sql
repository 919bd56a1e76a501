ALTER TABLE payment VALIDATE CONSTRAINT payment_business_key_check;
ALTER TABLE deposit VALIDATE CONSTRAINT deposit_business_key_check;
DROP PROCEDURE correct_business_keys;
