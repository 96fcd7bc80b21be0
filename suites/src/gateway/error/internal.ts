import { troubleChecks } from '../../support/troubles.ts';

export default troubleChecks(
  { refused: 'error.internal.refused', recovered: 'error.internal.recovered' },
  'internalFailure',
  'internal_error',
);
