/** Milliseconds in which the code of a part usually loads. */
const loadingMs = 5_000;

/**
 * Focuses the first enabled field that `findField` returns, at once or when it appears. Fields are absent or disabled
 * until their code has loaded (`HydratedFields`). Gives up when the person goes to another field, or after five seconds.
 */
export function focusFirstField(root: HTMLElement, findField: () => HTMLElement | null): void {
  const focusField = (): boolean => {
    const field = findField();
    field?.focus({ preventScroll: true });
    return field !== null;
  };
  if (focusField()) return;
  const before = document.activeElement;
  const observer = new MutationObserver(() => {
    const active = document.activeElement;
    const isElsewhere = active !== before && active?.matches('input, textarea, select') === true;
    if (isElsewhere || focusField()) observer.disconnect();
  });
  observer.observe(root, { attributes: true, attributeFilter: ['disabled'], childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), loadingMs);
}
