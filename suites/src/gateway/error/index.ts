import { type AreaChecks, defineArea } from '../../support/area.ts';
import attemptsCount from './attempts.count.ts';
import codeClientDisconnectedRecorded from './code.client-disconnected.recorded.ts';
import codeClientDisconnected from './code.client-disconnected.ts';
import code from './code.ts';
import envelope from './envelope.ts';
import header from './header.ts';
import internal from './internal.ts';
import message from './message.ts';
import requestIdDistinct from './request-id.distinct.ts';
import snapshot from './snapshot.ts';
import terminalSameAgain from './terminal.same-again.ts';
import typeRateLimited from './type.rate-limited.ts';
import typeSameForCode from './type.same-for-code.ts';
import unknownRoute from './unknown-route.ts';
import upstream from './upstream.ts';

/** The error envelope, its codes and what provokes them. */
export const error: AreaChecks = defineArea({
  checks: [
    attemptsCount,
    codeClientDisconnectedRecorded,
    internal,
    message,
    requestIdDistinct,
    snapshot,
    terminalSameAgain,
    typeRateLimited,
    unknownRoute,
    upstream,
  ],
  standing: [code, codeClientDisconnected, typeSameForCode, envelope, header],
});
