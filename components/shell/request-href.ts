import { exceptionList } from '#lib/exceptions/model.ts';
import { listAddress, wholeList } from '#lib/lists/model/query.ts';

/**
 * Where a request is looked at of which no payment is known: where it was made, or, by those who may make none, in the
 * worklist, alone and with its drawer open.
 */
export function requestHref(businessId: string, intentId: string, mayCreate: boolean): string {
  if (mayCreate) return `/${businessId}/payments/new?intent=${intentId}`;
  const alone = listAddress({ ...wholeList, choices: exceptionList.everything, only: [intentId] });
  return `/${businessId}/exceptions?${alone}&open=${intentId}`;
}
