// Updates an open checkout. Without it, the page works by reloading.

const two = (value) => String(value).padStart(2, '0');

function timeText(seconds) {
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor((seconds % 86400) / 3600);
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  if (days > 0) return `${days} d ${two(hours)}:${rest}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

function tick() {
  for (const timer of document.querySelectorAll('time[data-left]')) {
    const left = Math.max(0, Number(timer.dataset.left));
    timer.textContent = timeText(left);
    timer.classList.toggle('short', left < 120);
    timer.dataset.left = String(left - 1);
  }
}

const received = (phase) => ['paid', 'late', 'over'].includes(phase);

/** §1: redirects to the merchant once a deposit has been received, but not when the page was opened afterwards. */
function goBack(live) {
  const link = live.querySelector('a[data-go]');
  if (!link) return;
  live.querySelector('[data-going]')?.removeAttribute('hidden');
  setTimeout(() => {
    try {
      // A frame can set the location of another site's page, but not read it.
      (link.target === '_top' ? window.top : window.self).location.href = link.href;
    } catch {
      // Where a frame can't redirect its parent, the button remains.
    }
  }, 3000);
}

async function refresh() {
  const live = document.getElementById('live');
  if (!live) return;
  const address = `${location.pathname}/live?version=${live.dataset.version}`;
  const response = await fetch(address).catch(() => null);
  // The sandbox's clock may run at another speed than the browser's.
  const left = response?.headers.get('x-seconds-left');
  if (left) for (const timer of live.querySelectorAll('time[data-left]')) timer.dataset.left = left;
  if (response?.status !== 200) return;
  const open = live.querySelector('details')?.open ?? false;
  const holder = document.createElement('template');
  holder.innerHTML = await response.text();
  const next = holder.content.firstElementChild;
  if (!next) return;
  const details = next.querySelector('details');
  if (details) details.open = open;
  const turned = received(next.dataset.phase) && !received(live.dataset.phase);
  live.replaceWith(next);
  tick();
  if (turned) goBack(next);
}

document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null;
  if (!button) return;
  const label = button.textContent;
  await navigator.clipboard.writeText(button.dataset.copy).catch(() => undefined);
  button.textContent = button.dataset.copied;
  setTimeout(() => {
    button.textContent = label;
  }, 1200);
});

/** The wallet offers only the coin's networks, and starts with the exact price. */
function guideWallet() {
  const amount = document.querySelector('input[data-prices]');
  const form = amount?.closest('form');
  if (!form) return;
  const prices = JSON.parse(amount.dataset.prices);
  const coin = form.elements.namedItem('depositCurrency');
  const network = form.elements.namedItem('network');
  const offerNetworks = () => {
    const fitting = prices.filter((one) => one.coin === coin.value);
    for (const option of network.options)
      option.hidden = !fitting.some((one) => one.network === option.value);
    if (network.selectedOptions[0]?.hidden) network.value = fitting[0]?.network ?? '';
  };
  const price = () => prices.find((one) => one.coin === coin.value && one.network === network.value)?.amount;
  offerNetworks();
  let offered = amount.value;
  const offer = () => {
    // Keeps typed text.
    if (amount.value === offered) amount.value = price() ?? amount.value;
    offered = price() ?? offered;
  };
  coin.addEventListener('change', () => {
    offerNetworks();
    offer();
  });
  network.addEventListener('change', offer);
}

/**
 * Pays without leaving the page: a frame that was clicked in may later move its parent to the merchant, a frame
 * that was loaded anew may not.
 */
async function pay(form) {
  setPayable(false);
  const body = new URLSearchParams(new FormData(form));
  const response = await fetch(form.action, { method: 'POST', body }).catch(() => null);
  document.querySelector('.wallet .problem')?.remove();
  if (response?.ok) await refresh();
  else {
    const page = new DOMParser().parseFromString((await response?.text()) ?? '', 'text/html');
    const problem = document.createElement('p');
    problem.className = 'problem';
    problem.setAttribute('role', 'alert');
    problem.textContent = page.querySelector('.problem')?.textContent ?? 'The sandbox does not answer.';
    document.querySelector('.wallet header')?.after(problem);
  }
  setPayable(true);
}

if (document.getElementById('live'))
  for (const form of document.querySelectorAll('.wallet form'))
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      pay(form);
    });

/** Choosing a coin loads the page anew, which would cancel a payment that begins before. */
function setPayable(isPayable) {
  for (const button of document.querySelectorAll('.wallet button')) button.disabled = !isPayable;
}
document.addEventListener('submit', ({ target }) => {
  if (target.closest('#live')) setPayable(false);
});
// A browser goes back to the page as it was left.
addEventListener('pageshow', ({ persisted }) => persisted && setPayable(true));

guideWallet();
tick();
setInterval(tick, 1000);
setInterval(refresh, 1000);
