/**
 * The keys of the page: `/` finds, `j` and `k` step through the lines, Escape leaves a field or closes what is open.
 *
 * @param {{ readonly find: HTMLElement, readonly rows: HTMLElement }} page
 * @param {() => void} close
 */
export function listenToKeys({ find, rows }, close) {
  const step = (/** @type {number} */ by) => {
    const links = [...rows.querySelectorAll('a')];
    const at = links.findIndex((link) => link.matches(':focus'));
    links[at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
  };
  document.addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    const field = target instanceof HTMLElement && target.matches('input, textarea, select') ? target : undefined;
    if (key === 'Escape') {
      if (field === undefined) close();
      else field.blur();
    }
    if (field !== undefined || ctrlKey || metaKey || altKey) return;
    if (key === '/') {
      event.preventDefault();
      find.focus();
    }
    if (key === 'j') step(1);
    if (key === 'k') step(-1);
  });
}
