import {
  capabilities,
  classOf,
  errorTable,
  loadClasses,
  loadExclusions,
  loadFreedoms,
  loadPoints,
  loadRules,
  profileSchema,
} from '@gateproof/spec';
import { describe, expect, test } from 'vitest';

const rules = loadRules();
const ids = rules.map(({ id }) => id);
const points = loadPoints().map(({ id }) => id);
const exclusions = loadExclusions();
const excluded = exclusions.filter(({ part }) => part === undefined).map(({ point }) => point);
const decidedInPart = exclusions.filter(({ part }) => part !== undefined).map(({ point }) => point);
const freedoms = new Set(loadFreedoms().map(({ id }) => id));

describe('the rule catalogue', () => {
  test('gives each rule an id of its own, dotted and in kebab case, that begins with its area', () => {
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(id))).toEqual([]);
    expect(rules.filter(({ id, area }) => !id.startsWith(`${area}.`)).map(({ id }) => id)).toEqual([]);
  });

  test('says each rule in one short sentence', () => {
    const long = rules.filter(
      ({ statement }) => statement.length > 200 || !statement.endsWith('.') || /[.!?] [A-Z]/.test(statement),
    );
    expect(long.map(({ id }) => id)).toEqual([]);
  });

  test('names only points, freedoms and capabilities that exist', () => {
    expect(rules.flatMap((rule) => rule.points).filter((id) => !points.includes(id))).toEqual([]);
    expect(rules.flatMap((rule) => rule.freedoms).filter((id) => !freedoms.has(id))).toEqual([]);
    expect(rules.flatMap(({ needs }) => needs).filter((need) => !capabilities.includes(need))).toEqual([]);
  });
});

describe('the conformance classes', () => {
  const classes = loadClasses();
  const ofGateway = rules.filter(({ party }) => party === 'gateway');

  test('hold every rule of the gateway, and none of the other parties', () => {
    expect(ofGateway.filter((rule) => rule.class === undefined).map(({ id }) => id)).toEqual([]);
    expect(rules.filter((rule) => rule.party !== 'gateway' && rule.class !== undefined)).toEqual([]);
  });

  test('have entries that each put a rule into their class, and stand once', () => {
    const entries = classes.flatMap(({ id, rules: given }) => given.map((entry) => ({ id, entry })));
    expect(new Set(entries.map(({ entry }) => entry)).size).toBe(entries.length);
    const isNeeded = ({ id, entry }: { id: string; entry: string }) => {
      const others = classes.map((one) => ({ ...one, rules: one.rules.filter((other) => other !== entry) }));
      return ofGateway.some((rule) => rule.class === id && classOf(rule.id, others) !== id);
    };
    expect(entries.filter((entry) => !isNeeded(entry))).toEqual([]);
  });

  test('are those that a profile can claim', () => {
    const { claims } = (profileSchema() as { properties: { claims: { items: { enum: string[] } } } }).properties;
    expect(claims.items.enum).toEqual(classes.map(({ id }) => id));
  });
});

describe('every normative point of the contract', () => {
  test('stands once', () => expect(points.filter((id, place) => points.indexOf(id) !== place)).toEqual([]));

  test('is the source of a rule, or is excluded with a reason, and never both', () => {
    const sources = new Set(rules.flatMap((rule) => rule.points));
    expect(points.filter((id) => !sources.has(id) && !excluded.includes(id))).toEqual([]);
    expect(excluded.filter((id) => sources.has(id) || !points.includes(id))).toEqual([]);
    expect(exclusions.filter(({ reason }) => reason.length < 10)).toEqual([]);
  });

  test('that rules decide in part is the source of a rule, and its reasons name freedoms that exist', () => {
    const sources = new Set(rules.flatMap((rule) => rule.points));
    expect(decidedInPart.filter((id) => !sources.has(id) || !points.includes(id))).toEqual([]);
    const named = exclusions.flatMap(({ reason }) => reason.match(/\bF\d{3}\b/g) ?? []);
    expect(named.filter((id) => !freedoms.has(id))).toEqual([]);
  });
});

test.each([...errorTable.keys()])('error code %s has rules for its status and its kind', (code) => {
  const name = code.replaceAll('_', '-');
  expect(ids).toContain(`error.code.${name}.status`);
  expect(ids).toContain(`error.code.${name}.kind`);
});
