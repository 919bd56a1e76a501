-- Rows of all businesses but the largest one.
CALL correct_business_keys();
