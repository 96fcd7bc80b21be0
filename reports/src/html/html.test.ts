import { expect, test } from 'vitest';
import { hostileDocument } from '../hostile-document.fixture.ts';
import { sampleCause, sampleClass, sampleDocument, sampleFailure, sampleRule } from '../sample-document.fixture.ts';
import { renderHtml } from './html.ts';

const broken = sampleRule({ rule: 'stream.done', verdict: 'fail', failure: sampleFailure() });

test('the page leads with what is broken, then has the classes, the rules and the map, and how it was run last', () => {
  const summary = {
    ...sampleDocument([broken]).summary,
    classes: [sampleClass({ outcome: 'broken', passed: 9 })],
    causes: [
      sampleCause({ id: 'c', sentence: 'Errors carry no kind.', rule: 'stream.done', folded: ['a.b'], proved: true }),
    ],
  };
  const page = renderHtml(sampleDocument([broken, sampleRule({ rule: 'a.b' })], { summary }));
  const places = [
    '<h1>Broken: Errors carry no kind (blocks 1 rule)</h1>',
    'exit 1: a rule is broken',
    '<p class="sentence">Errors carry no kind.',
    'Expected</dt>',
    '9 of 10 decided',
    'class="legend"',
    'id="others"',
    'Map of the contract',
    'seed 4242',
  ];
  for (const place of places) expect(page).toContain(place);
  expect(places.map((text) => page.indexOf(text)).every((at, place, all) => at > (all[place - 1] ?? 0))).toBe(true);
  expect(page).toContain('Fixing this makes 1 rule pass (1 pass).');
});

test('a cause that is no rule shows what a rule below it expected, and words of code as code', () => {
  const { summary } = sampleDocument([broken]);
  const cause = sampleCause({ id: 'c', kind: 'repair', sentence: 'Errors carry no `kind`.', folded: ['stream.done'] });
  const page = renderHtml(sampleDocument([broken], { summary: { ...summary, causes: [cause] } }));
  expect(page).toContain('Errors carry no <code>kind</code>.');
  expect(page).toMatch(
    /<div class="evidence"><dl class="compare"><dt>Expected<\/dt><dd>a last event <code>data: \[DONE\]<\/code>/,
  );
  expect(page).toMatch(/<pre tabindex="0">POST \/v1\/chat\/completions → 200 text\/event-stream\n/);
});

test('every rule has a cell of the map and a place that the cell leads to', () => {
  const page = renderHtml(sampleDocument([broken, sampleRule({ rule: 'a.b' })]));
  for (const rule of ['stream.done', 'a.b']) {
    expect(page).toContain(`href="#${rule}"`);
    expect(page).toContain(`id="${rule}"`);
  }
});

test('a failure shows its exchanges with their bytes, a diagram and its commands', () => {
  const page = renderHtml(sampleDocument([broken]));
  for (const text of [
    'x1 POST /v1/chat/completions',
    'provider_unavailable',
    'shows the break',
    'npx gateproof replay',
  ]) {
    expect(page).toContain(text);
  }
});

test('a page of many failures shows fewer exchanges of each, the one of the break among them, and says how many it leaves out', () => {
  const { exchanges } = sampleDocument([broken]);
  const [one] = Object.values(exchanges);
  if (one === undefined) throw new Error('the sample has no exchange');
  const ids = Array.from({ length: 10 }, (_, place) => `y${place}`);
  const many = Object.fromEntries([...ids, 'x1'].map((id) => [id, { ...one, id }]));
  const failure = { ...sampleFailure(), exchanges: [...ids, 'x1'], shownBy: ['x1'] };
  const rules = (count: number) =>
    Array.from({ length: count }, (_, place) => sampleRule({ rule: `a.b${place}`, verdict: 'fail', failure }));
  const few = renderHtml(sampleDocument(rules(1), { exchanges: many }));
  expect(few).toContain('y9 ');
  expect(few).not.toContain('in the JSON result');
  const full = renderHtml(sampleDocument(rules(300), { exchanges: many }));
  expect(full).toContain('8 more exchanges in the JSON result.');
  expect(full).toMatch(/x1 [^<]*<strong> shows the break/);
  expect(full).not.toContain('y2 ');
});

test('rules to act on are there at once, and all others behind a fold that counts them', () => {
  const rules = [broken, sampleRule({ rule: 'a.b' }), sampleRule({ rule: 'a.c', verdict: 'not-claimed' })];
  const page = renderHtml(sampleDocument([...rules, sampleRule({ rule: 'a.d', verdict: 'inconclusive' })]));
  const [shown = '', folded = ''] = page.split('<details id="others"');
  expect(shown).toMatch(/id="stream\.done"[\s\S]*id="a\.d"/);
  expect(folded).toMatch(/2 more rules: 1 passed, 1 not claimed<[\s\S]*id="a\.b"[\s\S]*id="a\.c"/);
});

test('a failure of several requests lists them by what sets them apart', () => {
  const { x1 } = sampleDocument([broken]).exchanges;
  if (x1 === undefined) throw new Error('the sample has no exchange');
  const second = { ...x1, id: 'x2', request: { ...x1.request, body: { text: '{}' }, atMs: 2000 } };
  const failure = sampleFailure({ shownBy: ['x2'] });
  const page = renderHtml(sampleDocument([{ ...broken, failure }], { exchanges: { x1, x2: second } }));
  expect(page).toContain('<li>POST /v1/chat/completions, stream → 200</li><li>again, no stream → 200</li>');
});

test('the policy allows nothing but the page’s own style and script', () => {
  const page = renderHtml(sampleDocument([broken]));
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#x27;', "'");
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; base-uri 'none'; form-action 'none'$/,
  );
  expect(page).not.toMatch(/\s(style|on\w+)=/);
  const outside = [...page.matchAll(/(?:src|href)="(?!#)([^"]*)/g)].map(([, address]) => address);
  expect(outside).toEqual([]);
});

test('a broken rule says how to fix it directly under what was observed, why it matters, and where the rest stands', () => {
  const rule = 'stream.failure.done-follows';
  const document = sampleDocument([sampleRule({ rule, verdict: 'fail', failure: sampleFailure() })]);
  expect(renderHtml(document)).toMatch(
    /Observed<\/dt><dd>[^<]*<\/dd><dt>How to fix it[\s\S]*Why it matters[\s\S]*npx gateproof rules stream\.failure/,
  );
  const page = renderHtml(document, { docsSite: 'https://docs.example/gateproof/' });
  expect(page).toContain(`href="https://docs.example/gateproof/rules/${rule}.html"`);
});

test('nothing of the target becomes markup, and nothing of it is invisible', () => {
  const attack = '</script><img src=x onerror=alert(1)>\u202e\u001b[2J';
  const failure = sampleFailure({ expected: attack, observed: attack, curl: [attack] });
  const page = renderHtml(
    sampleDocument([{ ...broken, statement: attack, reason: attack, failure }], { notes: [attack] }),
  );
  const outsideOfAttributes = page.replaceAll(/="[^"]*"/g, '');
  expect(outsideOfAttributes).not.toContain('<img');
  expect(page.match(/<script/g)).toHaveLength(1);
  for (const character of ['\u202e', '\u001b']) expect(page).not.toContain(character);
});

test('a document of three hundred failures is one page', () => {
  const page = renderHtml(hostileDocument());
  expect(page.match(/<details class="rule fail/g)?.length).toBeGreaterThan(250);
  expect(page.endsWith('</html>\n')).toBe(true);
});
