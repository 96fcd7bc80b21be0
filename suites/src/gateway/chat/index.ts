import { type AreaChecks, defineArea } from '../../support/area.ts';
import accepted from './accepted.ts';
import bodyNeverServed from './body.never-served.ts';
import body from './body.ts';
import contextEndpointRefused from './context.endpoint-refused.ts';
import contextTooLong from './context.too-long.ts';
import contextWithin from './context.within.ts';
import featureUnsupported from './feature.unsupported.ts';
import field from './field.ts';
import forward from './forward.ts';
import metadataEnabled from './metadata.enabled.ts';
import metadataOtherValue from './metadata.other-value.ts';
import modelEchoed from './model.echoed.ts';
import modelMalformed from './model.malformed.ts';
import modelUnknown from './model.unknown.ts';
import modelWrongModality from './model.wrong-modality.ts';
import moderationRefused from './moderation.refused.ts';
import odd from './odd.ts';
import providerExcludingFilter from './provider.excluding-filter.ts';
import refusalNamesMissingField from './refusal.names-missing-field.ts';
import refusalNamesWrongField from './refusal.names-wrong-field.ts';
import refusalUncharged from './refusal.uncharged.ts';
import refusalWithoutEffect from './refusal.without-effect.ts';
import relay from './relay.ts';
import responseDefaultNotStreamed from './response.default-not-streamed.ts';
import responseErrorFree from './response.error-free.ts';
import responseJson from './response.json.ts';
import servedChargedOnce from './served.charged-once.ts';

/** Chat completions without streaming: bodies, what is relayed and forwarded, refusals. */
export const chat: AreaChecks = defineArea({
  checks: [
    accepted,
    body,
    bodyNeverServed,
    contextEndpointRefused,
    contextTooLong,
    contextWithin,
    featureUnsupported,
    forward,
    metadataEnabled,
    metadataOtherValue,
    modelEchoed,
    modelMalformed,
    modelUnknown,
    modelWrongModality,
    moderationRefused,
    odd,
    providerExcludingFilter,
    refusalNamesMissingField,
    refusalNamesWrongField,
    refusalUncharged,
    refusalWithoutEffect,
    relay,
    responseDefaultNotStreamed,
    responseJson,
    servedChargedOnce,
  ],
  standing: [field, responseErrorFree],
  servedBy: 'chat.response.json',
});
