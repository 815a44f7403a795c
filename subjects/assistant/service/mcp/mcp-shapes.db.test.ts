import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { seedQuestionHome } from '../questions/testing-home.ts';
import { nowMs, timeZone } from '../questions/testing-use.ts';
import { assistantTools } from '../topics.ts';
import { bearer, openMcpStage } from './testing-mcp.ts';

/** The calls of each tool with each of its groupings and with hours, and what has to stand in the answer. */
const day = { from: '2026-11-20', until: '2026-11-20' };
const days = { from: '2026-11-01', until: '2026-11-15' };
const night = { from_hour: 22, to_hour: 6 };
type Call = [name: string, args: Record<string, unknown>, holds?: object];
const toolCalls: readonly Call[] = [
  ['usage', days, { period: days, electricity: { kWh: expect.any(Number) }, water: { L: expect.any(Number) } }],
  ...['room', 'device', 'day', 'week', 'month', 'hour'].map((group_by): Call => ['usage', { ...days, group_by }]),
  ['usage', { ...days, ...night }, { period: { ...days, of_each_day: { from: '22:00', to: '06:00' } } }],
  ['usage', { ...day, from_hour: 9, to_hour: 12, group_by: 'hour' }],
  ['compare', { ...days, against_from: '2026-10-01', against_until: '2026-10-15' }],
  ['compare', { ...day, against_from: '2026-11-19', against_until: '2026-11-19', ...night }],
  ['share', { ...days, room: 'kitchen', of: 'use' }],
  ['share', { ...days, room: 'kitchen', of: 'cost' }],
  ['why_changed', { ...days, against_from: '2026-10-01', against_until: '2026-10-15' }],
  ['usual', {}, { electricity: { half_of_days_from: { kWh: expect.any(Number) } } }],
  ['peak', days, { electricity: { from: expect.stringMatching(/:00$/), to: expect.stringMatching(/:00$/) } }],
  ['compare_with_published', {}],
  ['runs', { ...days, device: 'Shower' }, { period: days }],
  ['meters', { only_silent: true }],
  ['explain_term', { term: 'standing-charge' }],
  ['search_posts', { words: 'meter' }],
  ['cost_of_one_use', { device: 'Shower' }],
  ['saving_by_cheaper_hours', { device: 'Washing machine' }],
  ['now', {}],
  ['co2', days, { electricity: { co2: expect.stringContaining('unknown') } }],
  ['devices', {}, { devices: expect.arrayContaining([expect.objectContaining({ name: 'Fridge' })]) }],
  ['alerts', {}, { notices: expect.arrayContaining([expect.objectContaining({ kind: 'running-water' })]) }],
  ['tips', {}, { shift_heavy_use_to_off_peak_hours: { busiest_hour: { from: expect.any(String) } } }],
  [
    'bill',
    {},
    {
      cycle: { from: '2026-11-01', until: '2026-11-30' },
      wholeCycleLikely: { low: { EUR: expect.any(String) }, high: { EUR: expect.any(String) } },
    },
  ],
  ['closed_bills', {}, { bills: [{ cycle: { from: '2026-10-01', until: '2026-10-31' } }, {}] }],
  ['bill_change', {}, { bill: { cycle: { from: '2026-10-01' } } }],
  ['costs', { by: 'device' }, { period: { from: '2026-11-01' } }],
  ['costs', { by: 'room', ...days }, { period: days }],
  [
    'tariff',
    { utility: 'water' },
    {
      tariffs: [
        { charges: expect.arrayContaining([expect.objectContaining({ ofUnits: { from: '0', to: '4', unit: 'm3' } })]) },
      ],
    },
  ],
  ['tariff', {}, { tariffs: [{ cheapestToday: [{ from: expect.any(String), to: expect.any(String) }, {}, {}] }, {}] }],
  ['payments', {}, { accounts: [{ utility: 'electricity', runsOutOn: { expected: expect.any(String) } }] }],
  ['search_faq', { query: 'how do I send my first reading' }],
];

const seedPrepaid = ({ database }: Stage, { household, userId }: SeededHome): Promise<void> =>
  database.asUser({ sub: userId }, async (sql) => {
    const own = { household_id: household, utility: 'electricity', currency: 'EUR' };
    await sql`insert into payment_ways ${sql({ ...own, valid_from: '2026-11-01', kind: 'prepaid' })}`;
    await sql`insert into payment_entries ${sql({ ...own, day: '2026-11-01', kind: 'opening', amount: '90' })}`;
  });

/** A home with a roof, some hours of one day. */
const seedSolar = async (stage: Stage): Promise<SeededHome> => {
  const home = await stage.seed.home(timeZone);
  for (const [name, flow] of [
    ['Main', 'drawn'],
    ['Roof', 'produced'],
  ] as const) {
    const { key, meterId } = await home.device(name, 'whole_home', 'electricity');
    await stage.seed.owner`update meters set flow = ${flow} where id = ${meterId}`;
    const first = Date.parse('2026-11-10T08:00:00Z') / 1000;
    const readings = [0, 1, 2, 3].map((hour) => ({ meter: key, at: first + hour * 3600, value: 1000 * hour }));
    await stage.send(home, readings);
  }
  return home;
};

describe('declared shapes', () => {
  let stage: Stage;
  let client: Client;
  let flows: Client;
  beforeAll(async () => {
    stage = await openStage(() => nowMs);
    const mcp = await openMcpStage(stage, assistantTools, () => nowMs);
    const home = await seedQuestionHome(stage);
    await seedPrepaid(stage, home);
    client = await mcp.client(bearer(await mcp.token(home)));
    const solar = await seedSolar(stage);
    flows = await mcp.client(bearer(await mcp.token(solar)));
    // What it has listed, the client checks answers against.
    await Promise.all([client.listTools(), flows.listTools()]);
  });
  afterAll(async () => {
    await Promise.all([client.close(), flows.close()]);
    await stage.end();
  });

  test('the list of tools does not change, and nothing else is said of it', async () => {
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
  });

  test('each tool declares what it gives back, and nothing beside it', async () => {
    const { tools } = await client.listTools();
    for (const { name, outputSchema } of tools) {
      expect([name, outputSchema?.type, outputSchema?.required]).toEqual([
        name,
        'object',
        ['about', 'facts', 'page', 'today'],
      ]);
      expect([name, outputSchema?.['additionalProperties']]).toEqual([name, false]);
    }
    const called = new Set(['flows', ...toolCalls.map(([name]) => name)]);
    expect(tools.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
  });

  test.each(toolCalls)(
    '%s %j: what is told is as declared, in the eyes of the official client',
    async (name, args, holds = {}) => {
      const answer = await client.callTool({ name, arguments: args });
      expect([answer.isError, answer.content]).toEqual([undefined, expect.anything()]);
      expect((answer.structuredContent as { facts: object }).facts).toMatchObject(holds);
    },
  );

  test('flows of a roof too', async () => {
    const answer = await flows.callTool({ name: 'flows', arguments: days });
    expect(answer.structuredContent).toMatchObject({
      facts: { period: days, drawn: { kWh: expect.any(Number) }, produced: { kWh: expect.any(Number) } },
    });
  });
});
