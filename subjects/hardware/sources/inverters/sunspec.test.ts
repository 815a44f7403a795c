import { describe, expect, test } from 'vitest';
import { commonModel, floatWords, mapOf, type Model, registersAt } from '../../service/polling/testing-modbus.ts';
import { sunspec } from './sunspec.ts';

type Units = Readonly<Record<number, Buffer>>;

/** One turn: what the parser asks for is answered from maps of registers at 40000, as long as it asks. */
const turn = (parser: ReturnType<typeof sunspec.poll.createParser>, units: Units, base = 40_000) => {
  const asked = new Set<string>();
  const next = () => parser.topics.find((topic) => !asked.has(topic));
  const updates = [];
  for (let topic = next(); topic !== undefined; topic = next()) {
    asked.add(topic);
    const [unit = 0, register = 0, count = 0] = topic.split('/').map(Number);
    const payload = (units[unit] && registersAt(units[unit], base, register, count)) ?? '';
    if (payload === '' && !parser.passesOver?.(topic, 'absent')) throw new Error(`nothing at ${topic}`);
    updates.push(...parser.read({ topic, payload, isRetained: false }));
  }
  return { updates: updates.filter(({ part }) => part !== undefined), asked: [...asked] };
};

const solaredge = commonModel('SolarEdge', 'SE5000H', 'INV1');
const inverter = (energy: bigint, factor = 0): Model => [103, 50, { 14: 2345, 15: -1, 24: energy, 26: factor }];
const meter = (drawn: bigint, returned: bigint, id = 203): Model => [
  id,
  105,
  { 18: -120, 22: 1, 38: returned, 46: drawn, 54: -1 },
];

describe('SunSpec', () => {
  test('an inverter, its meter at the grid and a battery are found along the models, and read with their scale factors', () => {
    const map = mapOf(
      solaredge,
      inverter(12_345_678n),
      commonModel('WattNode', 'WNC-3Y', 'MTR7', 'Export+Import'),
      meter(50_000_005n, 12_000_000n),
      commonModel('WattNode', 'WNC-3Y', 'MTR8', 'Production'),
      meter(1n, 2n),
      [802, 62, { 11: 634, 56: -1 }],
    );
    const parser = sunspec.poll.createParser();
    const { updates } = turn(parser, { 1: map });
    expect(parser.device).toBe('INV1');
    const of = { source: 'sunspec', device: 'INV1' };
    const smart = { ...of, name: 'Smart meter', model: 'WattNode WNC-3Y', room: 'whole_home', utility: 'electricity' };
    expect(updates).toEqual([
      {
        ...of,
        part: 'inverter',
        name: 'Inverter',
        model: 'SolarEdge SE5000H',
        utility: 'electricity',
        flow: 'produced',
        total: 12_345_678,
        rollsOverAt: 4_294_967_296,
        power: 234.5,
      },
      { ...smart, part: 'meter MTR7', total: 5_000_000.5, rollsOverAt: 429_496_729, power: -1200 },
      {
        ...smart,
        part: 'meter MTR7 returned',
        registerOf: 'meter MTR7',
        flow: 'returned',
        total: 1_200_000,
        rollsOverAt: 429_496_729,
      },
      { ...of, part: 'battery', name: 'Battery', model: 'WattNode WNC-3Y', charge: 63.4 },
    ]);
    // What it is made of is known now: only figures are asked for.
    expect(turn(parser, { 1: map }).asked).toHaveLength(3);
  });

  test('floats are read, of one thing that tells itself twice the first', () => {
    const map = mapOf(
      commonModel('Fronius', 'Primo', 'F1'),
      [113, 60, { 22: floatWords(512.5), 32: floatWords(9_000_001) }],
      inverter(9_000_000n),
    );
    const grid = mapOf(commonModel('Fronius', 'Smart Meter', 'F2'), [
      213,
      124,
      { 28: floatWords(-40), 60: floatWords(700), 68: floatWords(900) },
    ]);
    const { updates } = turn(sunspec.poll.createParser(), { 1: map, 200: grid });
    expect(updates).toMatchObject([
      { device: 'F1', part: 'inverter', total: 9_000_001, power: 512.5 },
      { device: 'F1', part: 'meter F2', total: 900, power: -40 },
      { device: 'F1', part: 'meter F2 returned', total: 700 },
    ]);
    expect(updates).toHaveLength(3);
  });

  test('what is not implemented says nothing: no power before a counter, no 0 % without a storage', () => {
    const nothing = mapOf(
      solaredge,
      [101, 50, { 14: 100, 15: 0, 24: 0n, 26: 0 }],
      [203, 105, { 46: 5n, 54: -32_768 }],
      [713, 7, { 2: 0, 4: 0, 7: 0, 8: 0 }],
    );
    expect(turn(sunspec.poll.createParser(), { 1: nothing }).updates).toEqual([]);
    const float = mapOf(solaredge, [111, 60, { 22: 0x7f_c0, 32: BigInt(0x7f_c0_00_00) }]);
    expect(turn(sunspec.poll.createParser(), { 1: float }).updates).toEqual([]);
    const battery = mapOf(solaredge, [802, 62, { 11: 65_535, 56: 0 }], [124, 24, { 8: 65_535, 22: 0 }]);
    expect(turn(sunspec.poll.createParser(), { 1: battery }).updates).toEqual([]);
    const storage = mapOf(solaredge, [713, 7, { 2: 100, 4: 5000, 7: 2, 8: -2 }]);
    expect(turn(sunspec.poll.createParser(), { 1: storage }).updates).toMatchObject([{ part: 'battery', charge: 50 }]);
  });

  test('it is looked for where makers put it, and nobody is known where nothing of ours is', () => {
    const sma = mapOf(commonModel('SMA', 'STP', '3012345678'), inverter(7n));
    for (const [units, base] of [
      [{ 126: sma }, 40_000],
      [{ 1: sma }, 50_000],
      [{ 1: sma }, 0],
    ] as const) {
      const parser = sunspec.poll.createParser();
      expect(turn(parser, units, base).updates).toMatchObject([{ device: '3012345678', total: 7 }]);
    }
    const parser = sunspec.poll.createParser();
    expect([turn(parser, {}).updates, parser.device]).toEqual([[], null]);
    const other = sunspec.poll.createParser();
    turn(other, { 1: mapOf(solaredge, [120, 26, {}]) });
    expect(other.device).toBeNull();
  });

  test('a chain without an end is not followed for ever', () => {
    const endless = mapOf(...Array.from({ length: 300 }, () => [64_000, 1, {}] as const));
    expect(turn(sunspec.poll.createParser(), { 1: endless }).asked.length).toBeLessThan(100);
  });
});
