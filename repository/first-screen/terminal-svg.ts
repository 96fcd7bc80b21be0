/** The state of a terminal's text: what the escape codes before it have switched on. */
interface Look {
  readonly colour: string;
  readonly isBold: boolean;
  readonly isDim: boolean;
}

interface Run {
  readonly column: number;
  readonly text: string;
  readonly look: Look;
}

const plain: Look = { colour: '#d4d4d4', isBold: false, isDim: false };
const background = '#1e1e1e';
const changes: Readonly<Record<string, Partial<Look>>> = {
  '0': plain,
  '1': { isBold: true },
  '2': { isDim: true },
  '22': { isBold: false, isDim: false },
  '31': { colour: '#f48771' },
  '32': { colour: '#89d185' },
  '33': { colour: '#e2c08d' },
  '36': { colour: '#4ec9e1' },
  '39': { colour: plain.colour },
};
const colourCode = new RegExp(`${String.fromCodePoint(27)}\\[([\\d;]*)m`);
const [columnWidth, lineHeight, margin] = [8, 18, 16];

/** A picture of terminal output with the colours of its escape codes, `columns` wide. Each character is taken to be one column wide. */
export function terminalSvg(output: string, columns: number): string {
  const lines = output.trimEnd().split('\n');
  const [width, height] = [columns * columnWidth + 2 * margin, lines.length * lineHeight + 2 * margin];
  const texts = lines.flatMap((line, index) => runsOf(line).map((run) => textElement(run, index)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    '<title>The first screen of a run in a terminal</title>',
    `<rect width="100%" height="100%" rx="8" fill="${background}"/>`,
    `<g font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" xml:space="preserve">`,
    ...texts,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** A line as runs of one look each. */
function runsOf(line: string): Run[] {
  const runs: Run[] = [];
  let look = plain;
  let column = 0;
  for (const part of line.split(colourCode).map((text, index) => ({ text, isCode: index % 2 === 1 }))) {
    if (part.isCode) look = { ...look, ...changes[part.text] };
    else {
      if (part.text.trim() !== '') runs.push({ column, text: part.text, look });
      column += [...part.text].length;
    }
  }
  return runs;
}

/** The length of the text is given, so that columns stay in line whatever the font. */
function textElement({ column, text, look }: Run, line: number): string {
  const blanks = text.length - text.trimStart().length;
  const shown = text.trim();
  const attributes = [
    `x="${margin + (column + blanks) * columnWidth}"`,
    `y="${margin + (line + 0.75) * lineHeight}"`,
    `textLength="${[...shown].length * columnWidth}"`,
    `fill="${look.colour}"`,
    ...(look.isBold ? ['font-weight="bold"'] : []),
    ...(look.isDim ? ['opacity="0.65"'] : []),
  ];
  return `<text ${attributes.join(' ')}>${escaped(shown)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
