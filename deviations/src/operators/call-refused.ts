import type { Model } from '@gateproof/simulator/behaviour';
import { type Change, remembering, together, watch } from '../change.ts';
import { errorIn, isObject } from '../requests/seen.ts';
import { callEndpoint } from './call-endpoint.ts';
import { afterwards } from './exchanges.ts';

/** Calls the endpoint of a chat request although it refuses it with the code, whoever asked. */
export const callRefused = (code: string): Change =>
  remembering(() => {
    let find: (modelId: string) => Model | undefined = () => undefined;
    const noting = watch('authentication.find', '', (_found, registry) => {
      find = (id) => [...registry.holders()].map(({ account }) => account.models.get(id)).find(Boolean);
    });
    const calling = afterwards(`calls the endpoint although it answers ${code}`, ({ route, body }, answer) => {
      if (route !== 'chat' || answer === undefined || errorIn(answer)?.code !== code || !isObject(body)) return;
      const url = find(String(body.model))?.endpoints[0]?.url;
      if (url !== undefined) callEndpoint(url, body);
    });
    return together(noting, calling);
  });
