/** For tests of the provider: a household of nobody, small tools, and all events of an answer at once. */
import { z } from 'zod';
import type { AssistantFault } from '../../contract/assistant.ts';
import type { Asking, FoundResult, Sources } from '../asking.ts';
import type { Home } from '../home.ts';
import { type Tool, ToolRefusal } from '../tools/tool.ts';
import { createWriter } from '../writer.ts';
import { askProvider, type ProviderQuestion } from './ask-provider.ts';
import { createProvider, type ProviderDeps } from './create-provider.ts';
import type { ProviderEvent, ProviderLine } from './provider-event.ts';
import type { Summary } from './system-prompt.ts';

export const testKey = 'sk-proj-Tq8ZxW3nLr5VbYc7KdMf';
export const lampId = '0b6e7d6e-3c7a-4a55-9d6f-2f7a9f3a1c11';

export const summary: Summary = {
  householdName: 'Casa de Ana',
  today: '2026-11-22',
  timeZone: 'Europe/Madrid',
  usage: { today: { electricity_kWh: '4.20', water_L: '188' } },
  billing: { currency: 'EUR', so_far: { total: '31.45' } },
  devices: [{ name: 'TV 2', room: 'living_room', utility: 'electricity', state: 'on' }],
};

const home: Home = {
  id: '5a1f0d2e-8c53-4a3e-9d0a-5d4b1f3c2a10',
  name: 'Casa de Ana',
  kind: 'home',
  timeZone: 'Europe/Madrid',
  currency: 'EUR',
  units: 'metric',
  country: 'ES',
  hasReadings: true,
  role: 'owner',
  devices: [{ id: lampId, name: 'TV 2', room: 'living_room', utility: 'electricity', isActive: true, commands: true }],
  rooms: ['living_room'],
  nowMs: Date.UTC(2026, 10, 22, 12),
  today: '2026-11-22',
};

export const asking: Asking = {
  home,
  // The tools of these tests read nothing.
  sources: {} as Sources,
  language: 'en',
  write: createWriter('en', home),
};

export const kitchenLink = '/analytics?period=day&at=2026-11-21&room=kitchen';
const found = (title: string, link: string | null): FoundResult => ({ tool: 'usage', title, link });

export const usageTool: Tool = {
  name: 'usage_of_period',
  tool: 'usage',
  description: 'How much was used.',
  args: z.object({ room: z.string().max(40), days: z.int().min(1).max(31).default(1) }),
  run: async (_, args) => {
    const { room, days } = args as { room: string; days: number };
    if (room === 'attic') throw new ToolRefusal('There is no room "attic". There are: kitchen, living_room.');
    if (room === 'broken') throw new Error(`no connection for ${testKey}`);
    const all = room === 'everything' ? { days_kWh: Array.from({ length: 9000 }, () => 12.4) } : {};
    return {
      facts: { room, days, electricity: '12.4 kWh', kWh: 12.4, ...all },
      result: found(`Use in ${room}`, room === 'kitchen' ? kitchenLink : null),
    };
  },
};

export const switchTool: Tool = {
  name: 'switch_device',
  tool: 'switch',
  description: 'Proposes to switch a device.',
  args: z.object({ device: z.string(), on: z.boolean() }),
  acts: true,
  run: async (_, args) => {
    const { on } = args as { on: boolean };
    return {
      facts: { proposed: 'TV 2' },
      result: found('TV 2', '/devices'),
      proposes: { device: lampId, on },
    };
  },
};

export interface Heard {
  readonly events: readonly ProviderEvent[];
  readonly lines: readonly ProviderLine[];
  readonly deltas: string;
  readonly text: string;
  readonly fault: { readonly code: AssistantFault; readonly hadText: boolean } | undefined;
  readonly state: 'up' | 'down';
}

type Changes = Partial<ProviderQuestion> & { readonly provider?: Partial<ProviderDeps> };

export const open = (baseUrl: string, { provider, ...question }: Changes = {}) => {
  const lines: ProviderLine[] = [];
  const opened = createProvider({
    apiKey: testKey,
    baseUrl: `${baseUrl}/v1`,
    model: 'gpt-4o-mini',
    now: () => home.nowMs,
    ...provider,
  });
  const events = askProvider(opened, {
    summary,
    history: [],
    text: 'How much did the kitchen use yesterday?',
    tools: [usageTool, switchTool],
    asking,
    signal: new AbortController().signal,
    log: (line) => void lines.push(line),
    ...question,
  });
  return { events, lines, provider: opened };
};

export const hear = async (baseUrl: string, changes?: Changes): Promise<Heard> => {
  const { events: coming, lines, provider } = open(baseUrl, changes);
  const events: ProviderEvent[] = [];
  for await (const event of coming) events.push(event);
  const end = events.at(-1);
  const fault = events.find((event) => event.kind === 'fault');
  return {
    events,
    lines,
    deltas: events.map((event) => (event.kind === 'text' ? event.delta : '')).join(''),
    text: end?.kind === 'end' ? end.text : 'no end',
    fault: fault && { code: fault.code, hadText: fault.hadText },
    state: provider.state(),
  };
};
