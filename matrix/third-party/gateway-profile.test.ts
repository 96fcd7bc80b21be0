import { profileSchema } from '@gateproof/spec';
import { SchemaValidator } from '@gateproof/spec/validation';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { gatewayProfile } from './gateway-profile.ts';
import { thirdPartyGateways } from './gateways.ts';

const place = { folder: '/somewhere', port: 4321, upstream: 'http://127.0.0.1:1234' };

test.each(thirdPartyGateways.map((gateway) => [gateway.name, gateway] as const))(
  'the profile of %s follows the schema and starts it at the port',
  (_, gateway) => {
    const profile = parse(gatewayProfile(gateway, place));
    expect(new SchemaValidator(profileSchema()).problems(profile)).toEqual([]);
    expect(profile.command.cwd).toBe('/somewhere');
    expect([...profile.command.start, profile.command.env.PORT].join(' ')).toContain('4321');
  },
);
