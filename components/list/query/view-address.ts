/** The display parameters, which a view saves and an address may leave to the person's settings. */
const displayParameterNames = ['columns', 'density'] as const;

/**
 * Returns the current address as the view that was just saved from it (`shown`). Page, open row and selection stay, so
 * nothing changes on screen.
 */
export function toViewAddress(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  shown: string,
  viewId: string,
): string {
  const [address, kept] = [new URLSearchParams(search), new URLSearchParams(shown)];
  for (const name of displayParameterNames) {
    const value = kept.get(name);
    if (value === null) address.delete(name);
    else address.set(name, value);
  }
  address.set('view', viewId);
  return `${pathname}?${address.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')}`;
}
