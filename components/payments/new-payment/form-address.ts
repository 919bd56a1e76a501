/** Parameters of the page that name the payment whose terms the form repeats. */
const formerParameters = ['again', 'like', 'rest'] as const;

/**
 * Returns the address of the form for the way back from the sign-in: with its request, or else with the payment that it
 * repeats.
 */
export function toFormAddress(
  businessId: string,
  intentId: string | null,
  query: { readonly get: (name: string) => string | null },
): string {
  const kept = new URLSearchParams();
  if (intentId !== null) kept.set('intent', intentId);
  else
    for (const name of formerParameters) {
      const value = query.get(name);
      if (value !== null) kept.set(name, value);
    }
  const path = `/${businessId}/payments/new`;
  return kept.size === 0 ? path : `${path}?${kept}`;
}
