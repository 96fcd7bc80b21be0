import { expect, test } from 'vitest';
import { mediaInputs } from './media-inputs.ts';

const audio = 'https://audio.example.com/hello.wav';

test.each([
  ['image', {}, { prompt: 'a red square' }],
  ['image', { size: {}, prompt: {} }, { prompt: 'a red square' }],
  ['image', { size: {}, text: {} }, { text: 'a red square' }],
  ['image', { type: 'object', properties: { scene: {} } }, { scene: 'a red square' }],
  ['audio_stt', {}, { audio_url: audio }],
  ['audio_stt', { language: {}, file_url: {} }, { file_url: audio }],
  ['audio_stt', { source: {} }, { source: audio }],
] as const)('of a model of %s that lists %o', (modality, listed, inputs) => {
  expect(mediaInputs(modality, listed)).toEqual(inputs);
});
