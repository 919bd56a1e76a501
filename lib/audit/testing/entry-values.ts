/** An entry with its new and its earlier values. */
export type Sample = readonly [action: string, after: object | null, before?: object];
export const ann = '3f0c9f7e-0000-4000-8000-000000000001';
export const id = '3f0c9f7e-0000-4000-8000-000000000009';
export const at = 1_795_680_000_000;
export const sha256 = 'ab'.repeat(32);
export const reason = 'The customer explained it.';
export const requestBody = JSON.stringify({
  clientPaymentId: 'order 17',
  businessId: id,
  locale: 'de-AT',
  type: 'ONE_TIME',
  displayCurrency: 'EUR',
  displayAmount: '49.90',
});
/** Returns the same entry for each of the actions. */
export const ofEach = (
  actions: readonly string[],
  after: object | null,
  before?: object,
): readonly Sample[] =>
  actions.map((action): Sample => (before === undefined ? [action, after] : [action, after, before]));
