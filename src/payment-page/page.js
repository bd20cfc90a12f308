/**
 * Makes the page better where scripts run; everything works without it. It holds back the second press of a button, looks on by
 * itself while something is under way, and prints.
 */

const pressedSeconds = 20;
const lateSeconds = 20;
const pollSecondsMin = 2;
const pollSecondsMax = 15;

for (const form of document.forms) {
  const button = form.querySelector('button');
  const label = button.textContent;
  const release = () => {
    delete form.dataset.sent;
    button.removeAttribute('aria-disabled');
    button.textContent = label;
  };
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent !== undefined) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = '';
    button.setAttribute('aria-disabled', 'true');
    button.textContent = button.dataset.busy;
    // Whoever stopped the way to the next page can press again.
    setTimeout(release, pressedSeconds * 1000);
  });
}

// A page that the browser kept as it was may be out of date.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

// What was said once is not said again at a reload.
const address = new URL(location.href);
if (address.searchParams.has('problem')) {
  address.searchParams.delete('problem');
  history.replaceState(null, '', address);
}

for (const print of document.querySelectorAll('[data-print]')) {
  print.hidden = false;
  print.addEventListener('click', () => window.print());
}

const waiting = document.querySelector('[data-poll]');
if (waiting) watch(waiting.dataset);

function watch({ poll, state, next }) {
  let seconds = pollSecondsMin;
  let timer;
  let looking = false;
  const look = async () => {
    if (looking) return;
    looking = true;
    clearTimeout(timer);
    try {
      const answer = await fetch(poll, { cache: 'no-store', signal: AbortSignal.timeout(20_000) });
      const now = answer.ok ? (await answer.json()).state : answer.status === 404 ? 'unknown' : state;
      if (now !== state) return location.replace(next);
    } catch {
      // no connection at the moment: the next look may have one
    }
    looking = false;
    seconds = Math.min(pollSecondsMax, seconds * 1.3);
    timer = setTimeout(look, seconds * 1000);
  };
  timer = setTimeout(look, seconds * 1000);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
  setTimeout(() => {
    for (const late of document.querySelectorAll('[data-late]')) late.hidden = false;
  }, lateSeconds * 1000);
}
