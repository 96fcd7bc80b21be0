import type { StandingCheck } from '@gateproof/harness';
import { traffic } from './client/traffic.ts';
import { gatewaySuite } from './gateway/suite.ts';

/** The checks that live traffic allows, of both parties. Webhooks do not pass through a proxy. */
export const trafficChecks: readonly StandingCheck[] = [...gatewaySuite.standing, traffic];
