// Small comforts of the control panel; everything works without them.

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
