import 'server-only';

/**
 * SQL of the state of a row `line` of the batch `batch` with its request `intent`. Rows without a request are drafts until
 * the batch is confirmed, and left out afterwards. A request that was released when the batch was stopped is unsent. Others
 * of which nothing was sent failed.
 */
export const rowStateSql = `CASE
  WHEN line.intent_id IS NULL THEN CASE WHEN batch.confirmed_at IS NULL THEN 'draft' ELSE 'left-out' END
  ELSE CASE intent.state WHEN 'QUEUED' THEN 'queued' WHEN 'SENDING' THEN 'sending' WHEN 'CREATED' THEN 'done'
                         WHEN 'UNKNOWN' THEN 'unknown'
                         WHEN 'UNSENT' THEN CASE WHEN intent.error_code = 'stopped' THEN 'unsent' ELSE 'failed' END
                         ELSE 'failed' END END`;

/** Tables of a row with its batch and its request. */
export const rowTablesSql = `payment_batch_row line
  JOIN payment_batch batch ON batch.business_id = line.business_id AND batch.batch_id = line.batch_id
  LEFT JOIN payment_intent intent ON intent.business_id = line.business_id AND intent.id = line.intent_id`;
