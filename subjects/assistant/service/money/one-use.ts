/** What one shower, wash or charge costs: from the runs of its meter; where those are not told apart, from the days on which it was used. */
import { z } from 'zod';
import { hasTrait } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
import { textsIn } from '#kernel/texts.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import type { HomeDevice } from '../home.ts';
import type { AskedPeriod, Intent } from '../intent.ts';
import { shape, toldUse } from '../tools/facts.ts';
import { createTool, deviceNamed, noTariffRefusal, ToolRefusal } from '../tools/tool.ts';
import { capital, note, pageOf, paragraphs, simulatedText, together } from '../usage/phrases.ts';
import { readSpans } from '../usage/use-facts.ts';
import { escapeMarkdown, figure } from '../writer.ts';
import { readCostFacts } from './cost-facts.ts';
import { enterNote, moneyVoice, safe } from './money-voice.ts';
import type { Topic } from '../topic.ts';
import { afterDevice } from '../talk/suggestions.ts';
import { fits, type Rule } from '../understand/asked.ts';
import { questionOf } from '../understand/rules/one-part.ts';

declare module '../intent.ts' {
  interface Intents {
    /** What one run of a device costs; null: nothing of that kind has a meter. */
    'one-use': { readonly device: string | null; readonly what: string };
  }
}

type OneUseIntent = Intent<'one-use'>;
const texts = ({ language }: Asking) => textsIn(language, 'replies', 'one-use');

/** Fewer say nothing of a usual one. */
const minRuns = 3;

const lastDays = ({ home }: Pick<Asking, 'home'>, count: number): AskedPeriod => {
  const to = addDays(home.today, 1);
  return { from: addDays(to, -count), to, name: count === 30 ? 'last-30-days' : null, isAssumed: true };
};

const partOf = ({ id, utility }: HomeDevice) => ({ utility, room: null, device: id });

interface Cost {
  readonly currency: string;
  /** A decimal text: of all of the days. */
  readonly cost: string;
  readonly days: number;
}

/** Null: nothing has a price, or nothing was used. */
const readCost = async (asking: Asking, device: HomeDevice): Promise<Cost | null> => {
  const period = lastDays(asking, 30);
  const [facts, days] = await Promise.all([
    readCostFacts(asking, partOf(device), period),
    readSpans(asking, partOf(device), period, 'day'),
  ]);
  const own = facts?.devices.find((one) => one.device === device.id);
  const used = days.filter(({ amounts }) => (amounts[device.utility]?.used ?? 0) > 0).length;
  return facts && own && used > 0 ? { currency: facts.currency, cost: own.cost, days: used } : null;
};

const readOneUse = async (asking: Asking, device: HomeDevice) => {
  const runs = (await asking.sources.runs(device.utility)).get(device.id) ?? null;
  const isTold = runs !== null && runs.runs >= minRuns;
  return { runs: isTold ? runs : null, days: isTold && runs.cost !== null ? null : await readCost(asking, device) };
};

type OneUse = Awaited<ReturnType<typeof readOneUse>>;

const runsText = (asking: Asking, device: HomeDevice, runs: NonNullable<OneUse['runs']>): string => {
  const { write } = asking;
  const link = pageOf(asking, partOf(device), lastDays(asking, runs.days));
  const values = {
    name: safe(device.name),
    used: figure(write.amount(device.utility, runs.used / runs.runs), link),
    cost: runs.cost === null ? '' : figure(write.money(runs.cost / runs.runs, runs.currency), link),
    count: write.number(runs.runs),
    days: write.number(runs.days),
  };
  return texts(asking)(runs.cost === null ? 'run-unpriced' : 'run', values);
};

const daysText = (asking: Asking, device: HomeDevice, { cost, currency, days }: Cost): string => {
  const { write } = asking;
  const link = pageOf(asking, partOf(device), lastDays(asking, 30), 'device');
  return texts(asking)('day', {
    name: safe(device.name),
    cost: figure(write.money(cost, currency), link),
    mean: write.money(Number(cost) / days, currency),
    count: days,
  });
};

const notesOf = (asking: Asking, { utility }: HomeDevice, { runs }: OneUse): string => {
  const t = texts(asking);
  return note(
    together(
      runs && t(runs.cost === null ? 'note-joint' : 'note-taxes'),
      hasTrait(utility, 'canLeak') && t('note-water'),
      simulatedText(asking, asking.home.kind !== 'home'),
    ),
  );
};

const resultOf = (asking: Asking, device: HomeDevice): FoundResult => ({
  tool: 'costs',
  title: texts(asking)('title', { name: device.name }),
  link: pageOf(asking, partOf(device), lastDays(asking, 30)),
});

const replyToOneUse = async (asking: Asking, { device: id, what }: OneUseIntent): Promise<OwnAnswer> => {
  const t = texts(asking);
  const device = asking.home.devices.find((one) => one.id === id);
  if (!device) return { text: capital(t('unmeasured', { what: escapeMarkdown(what.slice(0, 40)) })), results: [] };
  const told = await readOneUse(asking, device);
  const { runs, days } = told;
  if (runs === null && days === null)
    return {
      text: paragraphs(t('unknown', { name: safe(device.name) }), enterNote(asking, moneyVoice(asking))),
      results: [],
    };
  return {
    text: paragraphs(
      together(runs && runsText(asking, device, runs), days && daysText(asking, device, days), !runs && t('not-apart')),
      notesOf(asking, device, told),
    ),
    results: [resultOf(asking, device)],
  };
};

export const oneUseTool = createTool({
  name: 'cost_of_one_use',
  tool: 'costs',
  description:
    'What one run of a device (a wash, a shower, a charge) uses and costs on average, from its runs of the last 28 days; or, where runs are not told apart, what it cost in 30 days and on how many of them it was used.',
  args: { device: z.string().max(120).describe('The name of one of the household’s devices.') },
  facts: z.strictObject({
    device: z.string(),
    runsInDays: z.strictObject({ runs: z.int(), days: z.int() }).optional(),
    usedPerRun: shape.use.optional(),
    costPerRun: z.string().optional(),
    costInThirtyDays: z.string().optional(),
    daysUsed: z.int().optional(),
  }),
  run: async (asking, { device: name }) => {
    const device = deviceNamed(asking.home, name);
    const { runs, days } = await readOneUse(asking, device);
    if (runs === null && days === null) throw new ToolRefusal(noTariffRefusal);
    return {
      facts: {
        device: device.name,
        ...(runs && {
          runsInDays: { runs: runs.runs, days: runs.days },
          usedPerRun: toldUse(asking.write, device.utility, runs.used / runs.runs),
          costPerRun:
            runs.cost === null ? 'unknown: priced by blocks' : asking.write.money(runs.cost / runs.runs, runs.currency),
        }),
        ...(days && { costInThirtyDays: asking.write.money(days.cost, days.currency), daysUsed: days.days }),
      },
      result: resultOf(asking, device),
    };
  },
});

/** "How much does a shower cost"; "how much is a wash" is of its price. */
const rule: Rule = (asked) => {
  if (!fits(asked, 'oneUse !bill|move|compare|@period')) return null;
  // Of what it takes each time both are told.
  if (!fits(asked, 'cost|pay|eachUse', 'howMuch|tariff !@utility|use|count|perUnit')) return null;
  const [mention] = asked.devices;
  if (mention?.found === 'several') return questionOf(asked, mention, 'device');
  const named = asked.reading.items.filter(({ concepts }) => concepts.has('oneUse'));
  return {
    about: 'one-use',
    device: mention?.found === 'one' ? mention.key : null,
    what: named.map(({ typed }) => typed).join(' '),
  };
};

export const oneUseTopic: Topic<'one-use'> = {
  about: 'one-use',
  rule,
  takes: 'oneUse cost pay use n1 tariff',
  nextOf: (of, { device }) => afterDevice(of, device ?? ''),
  tools: [oneUseTool],
  reply: replyToOneUse,
};
