import { troubleChecks } from '../../support/troubles.ts';

export default troubleChecks(
  { refused: 'error.snapshot.expired', recovered: 'error.snapshot.recovered' },
  'staleConfiguration',
  'snapshot_expired',
);
