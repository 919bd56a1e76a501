// Conveniences of the control panel, which also works without them.

import './checkout.js';

for (const choice of document.querySelectorAll('select[data-submit]'))
  choice.addEventListener('change', () => choice.form?.requestSubmit());

const clock = document.querySelector('time[data-clock]');
if (clock) {
  const started = Date.now();
  const base = Number(clock.dataset.clock);
  const speed = Number(clock.dataset.speed);
  setInterval(() => {
    const now = base + Math.floor(((Date.now() - started) / 1000) * speed);
    clock.textContent = new Date(now * 1000).toISOString().slice(0, 19).replace('T', ' ');
  }, 500);
}

/** Refreshes lists, unless a detail in them is open. */
async function refreshLists() {
  if (document.hidden) return;
  const lists = [...document.querySelectorAll('[data-live]')];
  if (lists.length === 0 || lists.some((list) => list.querySelector('details[open]'))) return;
  const response = await fetch(location.href).catch(() => null);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const list of lists) {
    const next = page.querySelector(`[data-live="${list.dataset.live}"]`);
    const busy = list.contains(document.activeElement) && document.activeElement !== document.body;
    if (next && !busy && next.innerHTML !== list.innerHTML) list.innerHTML = next.innerHTML;
  }
}

setInterval(refreshLists, 2000);
