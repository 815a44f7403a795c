import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { assistantTools } from '../topics.ts';
import { bearer, openMcpStage } from './testing-mcp.ts';

/** Of homes whose clock is UTC. */
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
let stage: Stage;
let ben: SeededHome;
let theirLamp: string;
let client: Client;

/** A device that used so many Wh yesterday. */
const use = async (home: SeededHome, name: string, room: string, wattHours: number): Promise<string> => {
  const { deviceId, key } = await home.device(name, room, 'electricity');
  const noon = Date.parse(`${yesterday}T12:00:00Z`) / 1000;
  await stage.send(home, [
    { meter: key, at: noon, value: 0 },
    { meter: key, at: noon + 1800, value: wattHours },
  ]);
  return deviceId;
};

beforeAll(async () => {
  stage = await openStage();
  const ada = await stage.seed.home();
  ben = await stage.seed.home();
  await use(ada, 'Oven', 'kitchen', 1_234);
  theirLamp = await use(ben, 'Secret lamp', 'Vault', 98_765);
  const mcp = await openMcpStage(stage, assistantTools);
  client = await mcp.client(bearer(await mcp.token(ada)));
});
afterAll(async () => {
  await client.close();
  await stage.end();
});

test('each of the tools that read is offered, described and with what it takes; none that acts', async () => {
  const { tools } = await client.listTools();
  const reading = assistantTools.filter(({ acts }) => !acts).map(({ name }) => name);
  expect(tools.map(({ name }) => name)).toEqual(reading);
  expect(reading.length).toBeLessThan(assistantTools.length);
  for (const { name, description, inputSchema, annotations } of tools) {
    expect([name, (description ?? '').length > 20]).toEqual([name, true]);
    expect([name, inputSchema.type, annotations?.readOnlyHint]).toEqual([name, 'object', true]);
  }
  for (const { name } of assistantTools.filter(({ acts }) => acts))
    await expect(client.callTool({ name, arguments: { device: 'Oven', on: true } })).rejects.toThrow(`no tool ${name}`);
});

interface Property {
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly type?: string;
}
interface Schema {
  readonly properties?: Record<string, Property>;
  readonly required?: readonly string[];
}

const rightValue = (property: Property | undefined): unknown => {
  if (property?.enum) return property.enum[0];
  if (property?.format === 'date') return yesterday;
  return property?.type === 'integer' || property?.type === 'number' ? 1 : 'kitchen';
};

/** What it needs; with each choice that it has; and with words of somebody else wherever it takes words. */
const argsOf = ({ properties = {}, required = [] }: Schema, words: readonly string[]): Record<string, unknown>[] => {
  const needed = Object.fromEntries(required.map((name) => [name, rightValue(properties[name])]));
  const isWords = ({ enum: choices, format, type }: Property) => !choices && !format && type === 'string';
  const others = Object.entries(properties).flatMap(([name, property]) =>
    (property.enum ?? (isWords(property) ? words : [])).map((value) => ({ ...needed, [name]: value })),
  );
  return [needed, ...others, { ...needed, household: ben.household }];
};

test('C6.3 whatever the arguments, the tools tell of this household and nothing of another', async () => {
  const { tools } = await client.listTools();
  const words = [theirLamp, ben.household, ben.userId, 'Secret lamp', 'Vault', "' or true --"];
  const failed: string[] = [];
  let told = '';
  for (const { name, inputSchema } of tools) {
    for (const args of argsOf(inputSchema as Schema, words)) {
      const answer = await client.callTool({ name, arguments: args });
      const text = JSON.stringify(answer);
      if (text.includes('could not be looked up')) failed.push(`${name} ${JSON.stringify(args)}`);
      told += text;
    }
  }
  expect(failed).toEqual([]);
  for (const own of ['1.23', 'Oven']) expect(told).toContain(own);
  for (const secret of ['98.8', '98.77', '98.765', '98765', theirLamp, 'Secret lamp', 'Vault']) {
    expect(told).not.toContain(secret);
  }
});
