/** What cheaper hours would save: each run of the last weeks moved within its day, as the advice of the home has it. */
import { z } from 'zod';
import { firstUtilityWith } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import { deviceCanWait } from '#subjects/insight/domain/advice/cheaper-hours.ts';
import type { DeviceRuns } from '#subjects/insight/service/index.ts';
import type { Asking, OwnAnswer } from '../asking.ts';
import type { HomeDevice } from '../home.ts';
import type { Intent } from '../intent.ts';
import { createTool, deviceNamed, ToolRefusal } from '../tools/tool.ts';
import { note, paragraphs, simulatedText, together } from '../usage/phrases.ts';
import { hourText } from '../usage/periods.ts';
import { figure, tariffsLink } from '../writer.ts';
import { enterNote, moneyVoice, safe } from './money-voice.ts';
import { extremeHours, isAlways } from './price-hours.ts';
import { readTariffFacts, type TariffFacts } from './tariff-facts.ts';
import type { Topic } from '../topic.ts';
import { fits, type Rule } from '../understand/asked.ts';
import { deviceOf } from '../understand/rules/one-part.ts';

declare module '../intent.ts' {
  interface Intents {
    /** What is saved where a device runs in cheaper hours. */
    shift: { readonly device: string | null };
  }
}

type ShiftIntent = Intent<'shift'>;
const texts = ({ language }: Asking) => textsIn(language, 'replies', 'shift');

/** Below half a cent it is none. */
const isNothing = (amount: number): boolean => amount < 0.005;

/** Why no hour is cheaper than another; null: one is, or may be. */
const noDifference = ({ week, series, charges }: TariffFacts): 'one-price' | 'blocks' | null => {
  if (series.length > 0) return null;
  if (charges.some((charge) => charge.kind === 'use' && charge.blocks !== undefined && charge.schedule === undefined))
    return 'blocks';
  const [only] = week;
  return week.length === 1 && only && isAlways(only) ? 'one-price' : null;
};

const movedText = (asking: Asking, { name }: HomeDevice, { moved, days, currency }: DeviceRuns): string | null => {
  if (moved === null) return null;
  const { write } = asking;
  const saved = moved.cost - moved.cheapest;
  const money = (amount: number): string => figure(write.money(amount, currency), tariffsLink);
  return texts(asking)(isNothing(saved) ? 'cheapest-already' : 'saved', {
    name: safe(name),
    runs: write.number(moved.runs),
    days: write.number(days),
    cost: money(moved.cost),
    cheapest: money(moved.cheapest),
    saved: money(saved),
    hour: write.clock(hourText(moved.hour)),
  });
};

/** The one that was named, or those that wait for nobody. */
const devicesOf = ({ home }: Asking, named: string | null): readonly HomeDevice[] =>
  named === null
    ? home.devices.filter(({ name, utility }) => utility === firstUtilityWith('hasCapacity') && deviceCanWait(name))
    : home.devices.filter(({ id }) => id === named);

const unmovedText = (asking: Asking, devices: readonly HomeDevice[]): string => {
  const [only, ...others] = devices;
  return only && others.length === 0
    ? texts(asking)('too-few', { name: safe(only.name) })
    : texts(asking)(only ? 'too-few-all' : 'none-waits');
};

const replyToShift = async (asking: Asking, { device }: ShiftIntent): Promise<OwnAnswer> => {
  const { home, sources } = asking;
  const [voice, t] = [moneyVoice(asking), texts(asking)];
  const devices = devicesOf(asking, device);
  const utility = devices[0]?.utility ?? firstUtilityWith('hasCapacity');
  const [facts] = await readTariffFacts(sources, home, utility);
  if (!facts) {
    const none = voice.t('no-tariff-of', { utility: voice.utility(utility) });
    return { text: paragraphs(none, enterNote(asking, voice)), results: [] };
  }
  const results = [{ tool: 'tariff' as const, title: t('title'), link: tariffsLink }];
  const why = noDifference(facts);
  if (why !== null) return { text: t(why, { utility: voice.t(utility), link: tariffsLink }), results };
  const runs = await sources.runs(utility);
  const moved = devices.flatMap((one) => movedText(asking, one, runs.get(one.id) ?? noRuns) ?? []);
  const told =
    moved.length === 0 ? [unmovedText(asking, devices), extremeHours('cheapest', { facts, asking, voice })] : moved;
  return {
    text: paragraphs(
      moved.length > 1 ? moved.map((line) => `- ${line}`).join('\n') : told.join(' '),
      note(together(moved.length > 0 && t('note-how'), simulatedText(asking, home.kind !== 'home'))),
    ),
    results,
  };
};

const noRuns: DeviceRuns = { days: 0, currency: '', runs: 0, used: 0, cost: null, moved: null };

export const shiftTool = createTool({
  name: 'saving_by_cheaper_hours',
  tool: 'tariff',
  description:
    'What a device’s runs of the last 28 days cost, and what they would have cost at the cheapest hours of the same days. Only where prices differ by the hour.',
  args: { device: z.string().max(120).describe('The name of one of the household’s devices.') },
  facts: z.strictObject({
    device: z.string(),
    runs: z.int(),
    days: z.int(),
    cost: z.string(),
    atCheapestHours: z.string(),
    saved: z.string(),
    mostlyFrom: z.string(),
  }),
  run: async (asking, { device: name }) => {
    const device = deviceNamed(asking.home, name);
    const found = (await asking.sources.runs(device.utility)).get(device.id);
    if (!found?.moved) throw new ToolRefusal('Its hours cost the same, have no price, or it ran too seldom to tell.');
    const { moved, days, currency } = found;
    const money = (amount: number): string => asking.write.money(amount, currency);
    return {
      facts: {
        device: device.name,
        runs: moved.runs,
        days,
        cost: money(moved.cost),
        atCheapestHours: money(moved.cheapest),
        saved: money(moved.cost - moved.cheapest),
        mostlyFrom: hourText(moved.hour),
      },
      result: { tool: 'tariff', title: texts(asking)('title'), link: tariffsLink },
    };
  },
});

/** "What would I save by moving the washing machine to the night". */
const rule: Rule = (asked) => {
  if (!fits(asked, 'move tips|cost|pay|less|bill|cheapest @device|@hours|cheapHours')) return null;
  const device = deviceOf(asked);
  return device === null || typeof device === 'string' ? { about: 'shift', device } : device;
};

export const shiftTopic: Topic<'shift'> = {
  about: 'shift',
  rule,
  takes: 'isOn kind:washer move tips cost pay less cheapHours to how use hours will bill month perMonth',
  next: ['cheapest', 'tomorrow', 'always-on'],
  tools: [shiftTool],
  reply: replyToShift,
};
