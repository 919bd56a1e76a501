/** How the rows are shown, which a view keeps and an address may leave to the person's own. */
const look = ['columns', 'density'] as const;

/**
 * The address of the list as it is on screen, now as the view that was just made of it (`shown`). Page, open row and what
 * is picked stay: nothing on screen is another than before.
 */
export function addressAsView(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  shown: string,
  viewId: string,
): string {
  const [address, kept] = [new URLSearchParams(search), new URLSearchParams(shown)];
  for (const name of look) {
    const value = kept.get(name);
    if (value === null) address.delete(name);
    else address.set(name, value);
  }
  address.set('view', viewId);
  return `${pathname}?${address.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')}`;
}
