/** What makes the page easier to use; without it everything can still be read. It changes which elements show, and never makes any from data. */
export const pageScript = `(() => {
  const find = document.getElementById('find');
  const shown = document.getElementById('shown');
  const others = document.getElementById('others');
  const rules = [...document.querySelectorAll('.rule')].map((element) => ({
    element,
    verdict: element.dataset.verdict,
    words: element.querySelector('summary').textContent.toLowerCase(),
  }));
  const chips = [...document.querySelectorAll('.chip')];

  const filter = () => {
    const wanted = find.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const verdicts = chips.filter((chip) => chip.getAttribute('aria-pressed') === 'true').map((chip) => chip.dataset.verdict);
    for (const { element, verdict, words } of rules) {
      const fits = (verdicts.length === 0 || verdicts.includes(verdict)) && wanted.every((word) => words.includes(word));
      element.hidden = !fits;
    }
    if (others !== null && wanted.length + verdicts.length > 0) others.open = others.querySelector('.rule:not([hidden])') !== null;
    count();
  };

  const visible = () => rules.map(({ element }) => element).filter((element) => !element.hidden && (others === null || others.open || !others.contains(element)));
  const count = () => { shown.textContent = visible().length + ' of ' + rules.length + ' rules shown'; };

  const open = (element) => {
    if (element.hidden) {
      find.value = '';
      for (const chip of chips) chip.setAttribute('aria-pressed', 'false');
      filter();
    }
    if (others !== null && others.contains(element)) others.open = true;
    element.open = true;
    element.scrollIntoView();
    element.querySelector('summary').focus({ preventScroll: true });
  };

  const follow = () => {
    const element = document.getElementById(location.hash.slice(1));
    if (element !== null && element.matches('.rule')) open(element);
  };

  const step = (by) => {
    const steps = visible();
    const at = steps.findIndex((element) => element.contains(document.activeElement));
    const next = steps[at === -1 ? 0 : Math.min(steps.length - 1, Math.max(0, at + by))];
    if (next !== undefined) next.querySelector('summary').focus();
  };

  find.addEventListener('input', filter);
  if (others !== null) others.addEventListener('toggle', count);
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
