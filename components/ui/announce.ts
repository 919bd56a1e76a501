let region: HTMLElement | null = null;

/** Reads a short sentence out to screen readers; nothing is seen. Browser only. */
export function announce(message: string): void {
  if (!region?.isConnected) {
    region = document.createElement('div');
    region.setAttribute('role', 'status');
    region.className = 'sr-only';
    document.body.append(region);
  }
  const place = region;
  // Emptied first, so that the same sentence twice is read twice.
  place.textContent = '';
  setTimeout(() => {
    place.textContent = message;
  }, 50);
}
