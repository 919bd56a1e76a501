-- Entities that were reported before their table existed. Triggers already store the later ones, so this migration locks
-- no table.
INSERT INTO review_entity (business_id, subject_kind, subject_id, relation, entity_key, name, at)
SELECT d.business_id, 'deposit', d.deposit_id, e.relation, e.entity_key, e.name, d.sort_at
  FROM deposit_risk r
  JOIN deposit d ON d.business_id = r.business_id AND d.deposit_id = r.deposit_id
  CROSS JOIN LATERAL review_entities(r.assessment) AS e
 WHERE r.assessment IS NOT NULL
ON CONFLICT DO NOTHING;

INSERT INTO review_entity (business_id, subject_kind, subject_id, relation, entity_key, name, at)
SELECT w.business_id, 'withdrawal', w.withdrawal_id, 'owner', owner_key(r.owner_name), left(trim(r.owner_name), 200),
       w.first_received_at
  FROM withdrawal_risk r
  JOIN withdrawal w ON w.business_id = r.business_id AND w.withdrawal_id = r.withdrawal_id
 WHERE owner_key(r.owner_name) IS NOT NULL
ON CONFLICT DO NOTHING;
