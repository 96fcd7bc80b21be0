/** An OpenAI-compatible server of another project, at a fixed version. */
export interface ThirdPartyGateway {
  /** Package of the npm registry. */
  readonly name: string;
  readonly version: string;
  readonly about: string;
  /** A file of `starters/`, called with its port and the base URL of a scripted upstream; or a script below its own folder, with the words given. */
  readonly starter: string | { readonly script: string; readonly words: readonly string[] };
  /** Files that it reads in its folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** True when the package is unpacked without its dependencies, one of which can't be installed. */
  readonly isUnpacked?: boolean;
  /** The model that chats name, where its list does not have one. */
  readonly model?: string;
}

/** The key of all of them, where they check one. */
export const thirdPartyKey = 'sk-third-party';

const oneReply = `apiKey: ${thirdPartyKey}
responses:
  - id: any
    messages:
      - role: user
        matcher: any
      - role: assistant
        content: one two three four
`;

export const thirdPartyGateways: readonly ThirdPartyGateway[] = [
  {
    name: '@musistudio/llms',
    version: '1.0.53',
    about: 'a gateway to providers',
    starter: 'llms.cjs',
    model: 'gateproof,text',
  },
  {
    name: '@khanglvm/llm-router',
    version: '2.6.2',
    about: 'a gateway to providers with fallback',
    starter: 'llm-router.mjs',
    isUnpacked: true,
    model: 'gateproof/text',
  },
  { name: '@copilotkit/aimock', version: '1.43.0', about: 'a mock server with one reply', starter: 'aimock.mjs' },
  {
    name: '@dwmkerr/mock-llm',
    version: '0.1.29',
    about: 'a mock server that echoes',
    starter: { script: 'node_modules/@dwmkerr/mock-llm/dist/main.js', words: [] },
  },
  {
    name: 'openai-mock-api',
    version: '0.4.0',
    about: 'a mock server with one reply and one key',
    starter: {
      script: 'node_modules/openai-mock-api/dist/cli.js',
      words: ['--config', 'replies.yaml', '--port', '{port}'],
    },
    files: { 'replies.yaml': oneReply },
  },
];
