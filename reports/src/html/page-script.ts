/** What makes the page easier to use; without it everything can still be read. It changes which elements show, and never makes any from data. */
export const pageScript = `(() => {
  const find = document.getElementById('find');
  const shown = document.getElementById('shown');
  const rules = [...document.querySelectorAll('.rule')].map((element) => ({
    element,
    verdict: element.dataset.verdict,
    words: element.querySelector('summary').textContent.toLowerCase(),
  }));
  const chips = [...document.querySelectorAll('.chip')];

  const filter = () => {
    const wanted = find.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const verdicts = chips.filter((chip) => chip.getAttribute('aria-pressed') === 'true').map((chip) => chip.dataset.verdict);
    let count = 0;
    for (const { element, verdict, words } of rules) {
      const fits = (verdicts.length === 0 || verdicts.includes(verdict)) && wanted.every((word) => words.includes(word));
      element.hidden = !fits;
      if (fits) count += 1;
    }
    shown.textContent = count + ' of ' + rules.length + ' rules shown';
  };

  const open = (element) => {
    if (element.hidden) {
      find.value = '';
      for (const chip of chips) chip.setAttribute('aria-pressed', 'false');
      filter();
    }
    element.open = true;
    element.scrollIntoView();
    element.querySelector('summary').focus({ preventScroll: true });
  };

  const follow = () => {
    const element = document.getElementById(location.hash.slice(1));
    if (element !== null && element.matches('.rule')) open(element);
  };

  const step = (by) => {
    const visible = rules.map(({ element }) => element).filter((element) => !element.hidden);
    const at = visible.findIndex((element) => element.contains(document.activeElement));
    const next = visible[at === -1 ? 0 : Math.min(visible.length - 1, Math.max(0, at + by))];
    if (next !== undefined) next.querySelector('summary').focus();
  };

  find.addEventListener('input', filter);
  find.form.addEventListener('submit', (event) => event.preventDefault());
  for (const chip of chips) {
    chip.addEventListener('click', () => {
      chip.setAttribute('aria-pressed', String(chip.getAttribute('aria-pressed') !== 'true'));
      filter();
    });
  }
  document.addEventListener('click', (event) => {
    const button = event.target.closest('.copy');
    if (button === null) return;
    const text = button.parentElement.querySelector('pre').textContent;
    navigator.clipboard.writeText(text).then(
      () => { button.textContent = 'Copied'; },
      () => { getSelection().selectAllChildren(button.parentElement.querySelector('pre')); },
    );
  });
  document.addEventListener('keydown', (event) => {
    if (event.target.matches('input') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '/') { event.preventDefault(); find.focus(); }
    if (event.key === 'j') step(1);
    if (event.key === 'k') step(-1);
  });
  addEventListener('hashchange', follow);
  filter();
  follow();
})();`;
