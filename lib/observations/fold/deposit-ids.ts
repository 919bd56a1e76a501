import 'server-only';
import { serviceSettings } from '#lib/service/index.ts';
import type { DepositId } from '#lib/values/ids.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';
import { readStoredAnswer } from '../model/reported-payment.ts';
import type { StoredAnswer } from '../rebuild/verify-queries.ts';

/** Returns the IDs of the deposits in a stored answer. */
export const listAnswerDepositIds = ({
  body,
  source,
}: Pick<StoredAnswer, 'body' | 'source'>): ReadonlySet<DepositId> =>
  new Set(
    readStoredAnswer(parseJsonBytes(body), source, serviceSettings().paymentReadField).deposits.map(
      ({ depositId }) => depositId,
    ),
  );
