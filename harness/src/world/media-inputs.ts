import { isObject } from '../exchange/json.ts';

type Inputs = Readonly<Record<string, unknown>>;

/** What is sent where nobody says what a model takes: the name that most use, and a value for it. */
const usual = {
  image: { name: 'prompt', likely: /prompt|text|description/i, value: 'a red square' },
  audio_stt: { name: 'audio_url', likely: /url|audio|file/i, value: 'https://audio.example.com/hello.wav' },
} as const;

/**
 * Inputs for a media model, by what its entry lists (Resources › Model, inputs): the usual input where that is listed or nothing is, else the
 * likeliest of the listed ones.
 */
export function mediaInputs(modality: keyof typeof usual, listed: Inputs): Inputs {
  const { name, likely, value } = usual[modality];
  // Listed by name, or as a JSON Schema of the body.
  const names = Object.keys(isObject(listed.properties) ? listed.properties : listed);
  const chosen =
    names.length === 0 || names.includes(name) ? name : (names.find((one) => likely.test(one)) ?? names[0]);
  return { [chosen ?? name]: value };
}
