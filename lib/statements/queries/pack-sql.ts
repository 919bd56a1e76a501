import 'server-only';

const numberSql = (column: string) => `coalesce(trim_scale(${column})::text, '')`;

/** The rows of a close ($1 business, $2 close) as the lines of its pack, each with its line break. */
export const packRowSql = `
  SELECT line, at, record_id, kind,
         concat_ws(',', regexp_replace(line, '[,[:space:]]', '_', 'g'), kind, record_id,
                   to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                   ${numberSql('amount')}, ${numberSql('service_fee')}, ${numberSql('distributed_fee')},
                   ${numberSql('depeg_loss')}) || E'\\n' AS line_text
    FROM close_row WHERE business_id = $1::uuid AND close_id = $2::uuid`;
