import { type AreaChecks, defineArea } from '../../support/area.ts';
import body from './body.ts';
import chat from './chat.ts';
import key from './key.ts';
import memoryDay from './memory.day.ts';
import precedence from './precedence.no-second-run.ts';
import refused from './refused.ts';
import scopeAccountChat from './scope.account-chat.ts';

/** Idempotency keys of chat requests. */
export const idempotency: AreaChecks = defineArea({
  checks: [body, chat, key, memoryDay, precedence, refused, scopeAccountChat],
});
