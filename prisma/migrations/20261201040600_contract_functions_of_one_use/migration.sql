-- The key of a name is written by TypeScript alone, beside that of an address.
DROP FUNCTION owner_key(text);

-- True if a second person must approve the request of a payment first. Holds the approval until the commit, so that it can't be
-- withdrawn meanwhile.
DROP TRIGGER payment_intent_within_limit ON payment_intent;
DROP FUNCTION guard_payment_intent_limit();
DROP FUNCTION payment_needs_approval(uuid, uuid);
CREATE FUNCTION payment_needs_approval(intent payment_intent) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  body json := intent.request_body::json;
  price record;
BEGIN
  PERFORM 1 FROM proposal p
    WHERE p.business_id = intent.business_id AND p.kind = 'payment' AND p.subject = intent.id::text AND p.state = 'final' FOR SHARE;
  SELECT coalesce(body ->> 'displayCurrency', body ->> 'depositCurrency') AS currency,
         coalesce(body ->> 'displayAmount', body ->> 'depositAmount')::numeric AS amount INTO price;
  IF (price.amount > effective_creation_limit(intent.business_id, price.currency)) IS NOT TRUE THEN RETURN false; END IF;
  RETURN NOT EXISTS (SELECT FROM proposal p
                      WHERE p.business_id = intent.business_id AND p.kind = 'payment' AND p.subject = intent.id::text
                        AND p.after ->> 'requestBody' = intent.request_body AND p.state = 'final'
                        AND p.answered_at > now() - interval '30 days')
     AND NOT EXISTS (SELECT FROM payment_batch_row r
                       JOIN payment_batch b ON b.business_id = r.business_id AND b.batch_id = r.batch_id
                      WHERE r.business_id = intent.business_id AND r.intent_id = intent.id AND b.confirmed_by IS NOT NULL
                        AND r.request_body = intent.request_body
                        AND r.client_payment_id = (body ->> 'clientPaymentId')
                        AND r.currency = price.currency AND r.amount = price.amount
                        AND NOT EXISTS (SELECT FROM unnest(coalesce(b.prepared_by, '{}') || b.created_by) AS author
                                         WHERE author = b.confirmed_by
                                            OR EXISTS (SELECT FROM approval_blocks(r.business_id, author, b.confirmed_by, b.confirmed_at)
                                                        WHERE reason <> 'ownFactor')));
END
$$;

-- With one argument, it is the rule that the condition of the trigger breaks.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_NARGS = 1 THEN
    RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'check_violation';
  ELSIF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'audit_entry' THEN
    IF EXISTS (SELECT FROM record_expiry e
                WHERE e.business_id = OLD.chain_id AND e.record_id = OLD.chain_id AND (e.parts ->> 'through')::bigint > OLD.sequence
                  AND e.transaction = pg_current_xact_id_if_assigned()::text::bigint) THEN
      RETURN OLD;
    END IF;
  ELSIF TG_OP = 'DELETE' AND TG_NARGS = 2 THEN
    IF is_expiring(OLD.business_id, TG_ARGV[0], (to_jsonb(OLD) ->> TG_ARGV[1])::uuid) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION '% only grows and refuses %', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER payment_intent_within_limit BEFORE INSERT OR UPDATE OF state, request_body ON payment_intent FOR EACH ROW
  WHEN (NEW.state = 'SENDING' AND payment_needs_approval(NEW))
  EXECUTE FUNCTION refuse_change('a second person approves a payment above the limit');
