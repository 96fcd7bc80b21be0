import { describe, expect, it } from 'vitest';
import { reportFormats } from './formats.ts';
import { sampleCause, sampleDocument, sampleFailure, sampleRule } from './sample-document.fixture.ts';

const rule = 'stream.failure.done-follows';
const broken = sampleRule({ rule, verdict: 'fail', failure: sampleFailure() });
const { summary } = sampleDocument([broken]);
const document = sampleDocument([broken], { summary: { ...summary, causes: [sampleCause({ id: 'c', rule })] } });

describe.each(['junit', 'markdown', 'html', 'annotations'] as const)('%s', (name) => {
  it('names the command that explains a broken rule', async () => {
    const text = await reportFormats[name].render(document, {});
    expect(text).toContain(`npx gateproof rules ${rule}`);
    expect(text).not.toContain(`/rules/${rule}.html`);
  });

  it('leads to its page on a documentation site', async () => {
    const text = await reportFormats[name].render(document, { docsSite: 'https://docs.example' });
    expect(text).toContain(`https://docs.example/rules/${rule}.html`);
  });
});
