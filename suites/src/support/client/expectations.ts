import { type ClientRequest, type ClientWorld, controlThat, expectThat, show } from '@gateproof/harness';
import type { DriverAnswer } from '@gateproof/spec';
import { completion } from './replies.ts';

export const hello = [{ role: 'user', content: 'hello' }];
export const chatParams = { model: 'acme/talker', messages: hello };
export const imageParams = { model: 'acme/painter', inputs: { prompt: 'a red square' } };
export const transcriptionParams = {
  model: 'acme/scribe',
  inputs: { audio_url: 'https://audio.example.com/a/c%2Fd.wav?sig=a%2Bb+c&x=1' },
};

/** What the driver said, for a report. */
export function reportOf(answer: DriverAnswer): string {
  return answer.ok ? `success: ${show(answer.result)}` : `failure: ${show(answer.error)}`;
}

/** States that the client reported a success, and returns its result. */
export function expectOk(world: ClientWorld, answer: DriverAnswer, what: string): Readonly<Record<string, unknown>> {
  expectThat(world, answer.ok, { expected: `${what} to be reported as a success`, observed: reportOf(answer) });
  return answer.ok ? answer.result : {};
}

/** States that the client reported a failure, with the code where one is given. */
export function expectFailure(world: ClientWorld, answer: DriverAnswer, what: string, code?: string): void {
  expectThat(world, !answer.ok && (code === undefined || answer.error.code === code), {
    expected: `${what} to be reported as a failure${code === undefined ? '' : ` with code ${code}`}`,
    observed: reportOf(answer),
  });
}

/** The result of a success that the case depends on. Throws `SetupFailed` with the rule that covers it where the client reported a failure. */
export function requireOk(answer: DriverAnswer, what: string, prerequisite: string): Readonly<Record<string, unknown>> {
  controlThat(answer.ok, `${what} is reported as a failure: ${reportOf(answer)}`, prerequisite);
  return answer.ok ? answer.result : {};
}

/** Requires a failure that the case depends on. Throws `SetupFailed` with the rule that covers it where the client reported a success. */
export function requireFailure(answer: DriverAnswer, what: string, prerequisite: string): void {
  controlThat(!answer.ok, `${what} is reported as a success: ${reportOf(answer)}`, prerequisite);
}

/** A plain chat works and a refused one fails: only then do other answers of the driver say something. */
export async function controlChat(world: ClientWorld): Promise<void> {
  world.answer(() => completion('control words'));
  const served = await world.call('chat', chatParams);
  controlThat(
    served.ok && served.result.content === 'control words',
    `a plain chat is not reported with its content: ${reportOf(served)}`,
    'client.answer.content',
  );
  world.answer(() => ({
    status: 400,
    body: {
      error: {
        code: 'invalid_request',
        message: 'No.',
        kind: 'terminal',
        scope: 'request',
        type: 'invalid_request_error',
        param: null,
      },
    },
  }));
  const refused = await world.call('chat', chatParams);
  controlThat(
    !refused.ok,
    `a refused chat is reported as a success: ${reportOf(refused)}`,
    'client.error.code-reported',
  );
}

/** Requests to a route, by the end of its path. */
export function requestsTo(world: ClientWorld, ending: string, since = 0): readonly ClientRequest[] {
  return world
    .requests()
    .slice(since)
    .filter(({ path }) => path.split('?')[0]?.endsWith(ending) === true);
}

/** Codes that must have come, by how the driver reports them. */
export const reportedCode = (answer: DriverAnswer): string =>
  answer.ok ? 'success' : (answer.error.code ?? 'no code');
