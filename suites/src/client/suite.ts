import type { Suite } from '@gateproof/harness';
import { checksOf } from '../support/checks-of.ts';
import type { ClientCheck } from '../support/client/define-client-check.ts';
import * as groups from './groups.ts';

/** Every check that decides a rule of client SDKs. */
export const clientSuite: Suite = checksOf<ClientCheck>(Object.values(groups));
