import type { ResultDocument } from '@gateproof/harness';
import type { RenderOptions } from './render-options.ts';

/** A form in which the result document of a run is written to a file. */
export interface ReportFormat {
  /** What is written, for the help of the option that names the file: `write JUnit XML`. */
  readonly description: string;
  render(document: ResultDocument, options: RenderOptions): Promise<string>;
}

/** All forms, by the name of their option; each is loaded only where it is wanted. */
export const reportFormats = {
  json: {
    description: 'write the result document, which replay reads',
    render: async (document) => (await import('./json.ts')).renderJson(document),
  },
  junit: {
    description: 'write JUnit XML',
    render: async (document, options) => (await import('./junit.ts')).renderJunit(document, options),
  },
  markdown: {
    description: 'write a summary for a CI page or a comment',
    render: async (document, options) => (await import('./markdown/markdown.ts')).renderMarkdown(document, options),
  },
  html: {
    description: 'write one page for a browser that needs nothing else',
    render: async (document, options) => (await import('./html/html.ts')).renderHtml(document, options),
  },
  annotations: {
    description: 'write workflow commands that GitHub shows as annotations',
    render: async (document, options) => (await import('./annotations.ts')).renderAnnotations(document, options),
  },
} as const satisfies Readonly<Record<string, ReportFormat>>;

export type ReportFormatName = keyof typeof reportFormats;
