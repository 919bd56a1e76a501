-- TypeScript finds the callback from which another differs only in risk detail, when it stores the other one.
DROP TRIGGER callback_message_shown_with ON callback_message;
DROP TRIGGER callback_message_regroups ON callback_message;
DROP FUNCTION group_callback();
DROP FUNCTION first_shown_callback(uuid, uuid, text, boolean, bytea, bytea);
DROP FUNCTION body_without_risk(bytea);
DROP FUNCTION json_without_risk(jsonb);
-- Set exactly if shown_with was.
ALTER TABLE callback_message DROP COLUMN risk_only;
