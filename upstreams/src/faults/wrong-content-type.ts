import type { FaultDefinition } from './fault-definition.ts';

/** The right body under a wrong content type. */
export interface WrongContentTypeFault {
  readonly kind: 'wrong-content-type';
  /** Default `text/html`. */
  readonly contentType?: string;
}

export const wrongContentType: FaultDefinition<WrongContentTypeFault> = {
  kind: 'wrong-content-type',
  fields: {
    contentType: {
      type: 'string',
      pattern: '^[!-~][ -~]*$',
      default: 'text/html',
      description: 'Value of the Content-Type header.',
    },
  },
  required: [],
  describe: ({ contentType = 'text/html' }) => `calls its body ${contentType}`,
  apply({ contentType = 'text/html' }, draft, mark) {
    if (draft.connection !== 'serve') return undefined;
    const others = draft.headers.filter(([name]) => name !== 'content-type');
    return { ...draft, marks: [...draft.marks, mark], headers: [['content-type', contentType], ...others] };
  },
};
