/** The guide's settings for programs, read as those programs read them, and tried. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { assistantTools } from '../topics.ts';
import { type McpStage, openMcpStage } from './testing-mcp.ts';

const guide = readFileSync(new URL('../../../../docs/guide/assistant.md', import.meta.url), 'utf8');
/** The only block of code below a heading. */
const blockOf = (heading: string): string =>
  new RegExp(`^### ${heading}$[^#]*?^\`\`\`\\w+\\n(.*?)^\`\`\`$`, 'ms').exec(guide)?.[1] ?? '';

interface Settings {
  readonly url: string;
  readonly headers: Record<string, string>;
}
const address = z.strictObject({
  type: z.literal('http').optional(),
  url: z.url(),
  headers: z.strictObject({ Authorization: z.string() }),
});
const command = z.strictObject({
  command: z.literal('npx'),
  args: z.tuple([z.literal('-y'), z.literal('mcp-remote'), z.url()], z.string()),
  env: z.record(z.string(), z.string()),
});

let stage: Stage;
let mcp: McpStage;
let token: string;
beforeAll(async () => {
  stage = await openStage();
  mcp = await openMcpStage(stage, assistantTools);
  token = await mcp.token(await stage.seed.home());
});
afterAll(() => stage.end());

/** What is asked for in between is the token. */
const filled = (text: string): string => text.replace(/wsa_…|\$\{input:wattershed-token\}/g, token);

const programs: readonly [name: string, read: () => Settings][] = [
  [
    'Claude Code',
    () => {
      const line = /^claude mcp add --transport http --scope user (\S+) (\S+) --header "([^":]+): ([^"]+)"$/m;
      const [, name = '', url = '', header = '', value = ''] = line.exec(blockOf('Claude Code')) ?? [];
      expect(name).toBe('wattershed');
      return { url, headers: { [header]: value } };
    },
  ],
  ['Cursor', () => address.parse(JSON.parse(blockOf('Cursor')).mcpServers.wattershed)],
  [
    'VS Code',
    () => {
      const { inputs, servers } = JSON.parse(blockOf('VS Code'));
      expect(inputs).toMatchObject([{ id: 'wattershed-token', type: 'promptString', password: true }]);
      expect(servers.wattershed.type).toBe('http');
      return address.parse(servers.wattershed);
    },
  ],
  [
    'mcp-remote',
    () => {
      const { args, env } = command.parse(JSON.parse(blockOf('Programs that take no address')).mcpServers.wattershed);
      const header = (args[args.indexOf('--header') + 1] ?? '').replace(/\$\{(\w+)\}/, (_, name) => env[name] ?? '');
      const [, name = '', value = ''] = /^([\w-]+):(\S.*)$/.exec(header) ?? [];
      expect(args).toContain('--allow-http');
      return { url: args[2], headers: { [name]: value } };
    },
  ],
];

test.each(programs)('%s, set up as the guide says, is let in and offered the tools', async (_, read) => {
  const { url, headers } = read();
  expect(new URL(url).origin).toBe('http://127.0.0.1:8080');
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)]));
  const client = await mcp.client(given, new URL(url).pathname);
  expect((await client.listTools()).tools.length).toBeGreaterThan(10);
  await client.close();
});
