let region: HTMLElement | null = null;

/** Announces a short sentence to screen readers. Nothing is visible. Browser only. */
export function announce(message: string): void {
  if (!region?.isConnected) {
    region = document.createElement('div');
    region.setAttribute('role', 'status');
    region.className = 'sr-only';
    document.body.append(region);
  }
  const liveRegion = region;
  // Clears the region first: otherwise the same sentence is not announced twice.
  liveRegion.textContent = '';
  setTimeout(() => {
    liveRegion.textContent = message;
  }, 50);
}
