import { expect, test } from 'vitest';
import { h, verbatim } from './markup.ts';

test('texts and attributes are escaped, so that no data becomes markup', () => {
  const attack = `</p><img src="x" onerror='a()'>&lt;`;
  expect(h('p', { title: attack }, attack).text).toBe(
    `<p title="&lt;/p&gt;&lt;img src=&quot;x&quot; onerror='a()'&gt;&amp;lt;">&lt;/p&gt;&lt;img src=&quot;x&quot; onerror='a()'&gt;&amp;lt;</p>`,
  );
});

test('elements nest, lists of them too, and null is nothing', () => {
  expect(h('ul', null, [h('li', null, 'a'), null, [h('li', null, ['b', 'c'])]]).text).toBe(
    '<ul><li>a</li><li>bc</li></ul>',
  );
});

test('attributes are left out, stand alone or have a value; void elements have no end', () => {
  expect(h('input', { open: true, hidden: false, id: undefined, tabindex: 0 }).text).toBe('<input open tabindex="0">');
});

test('a script stands as it is', () => {
  expect(h('script', null, verbatim('a < b && c')).text).toBe('<script>a < b && c</script>');
});
