import { exceptionList } from '#lib/exceptions/model.ts';
import { listAddress, wholeList } from '#lib/lists/model/query.ts';

/**
 * Returns the address of a request without a payment: its form, or the exceptions with only this request for people who
 * may not create payments.
 */
export function requestHref(businessId: string, intentId: string, mayCreate: boolean): string {
  if (mayCreate) return `/${businessId}/payments/new?intent=${intentId}`;
  const alone = listAddress({ ...wholeList, choices: exceptionList.unfilteredChoices, only: [intentId] });
  return `/${businessId}/exceptions?${alone}&open=${intentId}`;
}
