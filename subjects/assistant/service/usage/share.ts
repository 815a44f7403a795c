/** What share of the home's use, or of its costs, a room, a device or a utility has, for a person and for a program. */
import { z } from 'zod';
import type { Utility } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import type { Asking, OwnAnswer } from '../asking.ts';
import type { AskedPart, AskedPeriod, Intent } from '../intent.ts';
import { type CostFacts, readCostFacts, sumIn } from '../money/cost-facts.ts';
import {
  costNotes,
  daysOf,
  isTooLong,
  linked,
  nameOf,
  noTariff,
  resultOf as costsResult,
  roomCost,
  type Telling,
  tooLong,
} from '../money/costs.ts';
import { moneyVoice, paragraphs as withNotes, safe } from '../money/money-voice.ts';
import {
  noReadings,
  originFacts,
  periodFacts,
  quantityFacts,
  shape,
  toEachUtility,
  toldAmount,
} from '../tools/facts.ts';
import { createTool, partArgs, partOf, periodOf } from '../tools/tool.ts';
import { type Amounts, groupsOf } from './amounts.ts';
import { atFirst, everything, paragraphs, type Voice, voiceOf } from './phrases.ts';
import { aboutUse, inItsHours, notesOf, nothingThen } from './reply-about-use.ts';
import { hasFigures, isWhole, readUse, type UseFacts } from './use-facts.ts';
import { groupsResult, totalResult } from './use-results.ts';
import { periodArgs } from '../tools/use-tool.ts';
import type { Topic } from '../topic.ts';
import { fits, type Rule } from '../understand/asked.ts';
import { onPart, periodOr } from '../understand/rules/one-part.ts';

declare module '../intent.ts' {
  interface Intents {
    /** How many per cent of the home’s use of its utility, or of what its use costs, a part has. Of cost, a time that nobody named is the open cycle. */
    share: { readonly part: AskedPart; readonly period: AskedPeriod; readonly of: 'use' | 'cost' };
  }
}

type ShareIntent = Intent<'share'>;

const texts = ({ language }: Asking) => textsIn(language, 'replies', 'share');

const maxNamed = 5;

/** "Oven [2.40 kWh] (91%)". */
const listed = (asking: Asking, parts: readonly { name: string; amount: string; share: number }[]): string =>
  voiceOf(asking).some(parts, maxNamed, ({ share, ...one }) =>
    texts(asking)('named', { ...one, share: asking.write.percent(share) }),
  );

// Of use.

interface ShareFacts {
  readonly own: UseFacts;
  /** What the part used; of a device that has others behind it, theirs too. */
  readonly amounts: Amounts;
  readonly home: UseFacts;
}

const readShare = async (asking: Asking, part: AskedPart, period: AskedPeriod): Promise<ShareFacts> => {
  const [own, home] = await Promise.all([
    readUse(asking, part, period),
    readUse(asking, { ...everything, utility: part.utility }, period),
  ]);
  return { own, amounts: own.through ?? own.amounts, home };
};

/** Of each utility what the part used of what the home did. */
const sharesOf = ({ own, amounts, home }: ShareFacts) =>
  own.shown.flatMap((utility) => {
    const [used, total] = [amounts[utility]?.used, home.amounts[utility]?.used];
    return used === undefined || total === undefined || total <= 0 ? [] : [{ utility, used, total }];
  });

const shareText = (voice: Voice, { own, home }: ShareFacts, utility: Utility, used: number, total: number): string => {
  const { write } = voice;
  const { part, period } = own;
  const t = texts(voice);
  const values = { utility: voice.utility(utility), total: voice.amount(utility, total, home.part, period) };
  if (!isWhole(part)) {
    const share = `**${write.percent(used / total, used / total < 0.01 ? 2 : 0)}**`;
    const amount = voice.amount(utility, used, part, period);
    return t(own.through === null ? 'use' : 'use-through', { ...values, name: voice.within(part), share, amount });
  }
  const parts = groupsOf(home.rows, 'room', home.latest).flatMap(({ key, amounts: { [utility]: one } }) =>
    one === null
      ? []
      : [
          {
            name: safe(voice.plainGroup(key, 'room')),
            amount: write.amount(utility, one.used),
            share: one.used / total,
          },
        ],
  );
  return t('rooms', { ...values, list: listed(voice, parts) });
};

const replyWithUse = aboutUse<ShareIntent>(async (voice, { part, period }) => {
  const facts = await readShare(voice, part, period);
  if (facts.own.known.length === 0) return nothingThen(voice, facts.own);
  const lines = sharesOf(facts).map(({ utility, used, total }) => shareText(voice, facts, utility, used, total));
  const result = isWhole(part)
    ? groupsResult(voice, facts.own, 'room', groupsOf(facts.home.rows, 'room', facts.home.latest))
    : totalResult(voice, facts.own);
  const notes = notesOf(voice, { ...facts.home, part });
  const text = paragraphs(voice.inPeriod(period, lines).join(' '), notes);
  return { text: lines.length === 0 ? texts(voice)('no-use') : text, results: [result] };
});

// Of costs: where no time was named, of the billing cycle that is open.

/** What it cost, by name; null: nothing. */
const costOf = ({ facts, part, asking, voice }: Telling): { readonly name: string; readonly cost: string } | null => {
  const { device, room, utility } = part;
  if (device !== null) {
    const own = facts.devices.filter((one) => one.device === device);
    const [first] = own;
    const costs = own.map(({ cost }) => cost);
    return first === undefined ? null : { name: nameOf(first, voice), cost: sumIn(costs, facts.currency) };
  }
  if (isWhole(part)) {
    const cost = utility === null ? undefined : facts.totals[utility];
    return cost === undefined ? null : { name: voice.t(utility as Utility), cost };
  }
  const row = roomCost(facts, asking.home, room ?? '');
  return row === undefined ? null : { name: nameOf(row, voice), cost: row.cost };
};

const whenText = (telling: Telling): string => {
  const { facts, asking } = telling;
  return facts.period === null ? texts(asking)('open', { days: daysOf(telling) }) : atFirst(asking, facts.period);
};

const costText = (telling: Telling): string => {
  const { facts, part, asking, voice } = telling;
  const t = texts(asking);
  const total = Number(facts.total);
  const values = { when: whenText(telling), total: linked(facts.total, telling) };
  const own = costOf(telling);
  if (total <= 0) return t('cost-nothing', values);
  if (own !== null) {
    const share = `**${asking.write.percent(Number(own.cost) / total)}**`;
    const told = { ...values, name: safe(own.name), share, amount: linked(own.cost, telling) };
    if (part.utility === null || isWhole(part)) return t('cost', told);
    return t('cost-utility', { ...told, utility: voice.utility(part.utility) });
  }
  if (!isWhole(part)) return t('cost-none', { ...values, name: voiceOf(asking).within(part) });
  if (part.utility !== null) return t('cost-none', { ...values, name: voice.utility(part.utility) });
  const parts = facts.rooms.map((row) => ({
    name: safe(nameOf(row, voice)),
    amount: voice.money(row.cost, facts.currency),
    share: Number(row.cost) / total,
  }));
  return t('cost-rooms', { ...values, list: listed(asking, parts) });
};

const fixedText = ({ facts, asking, voice }: Telling): string[] =>
  Number(facts.fixed) === 0 ? [] : [texts(asking)('cost-fixed', { amount: voice.money(facts.fixed, facts.currency) })];

/** Of a part that was named, of all costs: of one utility's only where nothing else is asked of. */
const readCosts = (asking: Asking, part: AskedPart, period: AskedPeriod): Promise<CostFacts | null> =>
  readCostFacts(asking, isWhole(part) ? { ...part, utility: null } : part, period.isAssumed ? null : period);

const replyWithCost = async (asking: Asking, { part, period }: ShareIntent): Promise<OwnAnswer> => {
  const voice = moneyVoice(asking);
  if (!period.isAssumed && isTooLong(period)) return tooLong(voice);
  const facts = await readCosts(asking, part, period);
  if (facts === null) return noTariff(asking, voice, period.isAssumed ? null : period);
  const telling = { facts, part, asking, voice };
  return {
    text: withNotes([costText(telling)], [...fixedText(telling), ...costNotes(telling)]),
    results: [costsResult(telling, 'room')],
  };
};

const replyToShare = (asking: Asking, intent: ShareIntent): Promise<OwnAnswer> =>
  intent.of === 'cost'
    ? inItsHours(asking, intent, (asked) => replyWithCost(asking, asked), false)
    : replyWithUse(asking, intent);

const useFacts = async (asking: Asking, part: AskedPart, period: AskedPeriod) => {
  const facts = await readShare(asking, part, period);
  const told = sharesOf(facts).map(({ utility, used, total }) => {
    const [own, home] = [quantityFacts(asking, utility, used), quantityFacts(asking, utility, total)];
    return [utility, { share: asking.write.percent(used / total, 1), used: own, home }] as const;
  });
  return { ...toEachUtility(told), ...originFacts(facts.home.isSimulated) };
};

const costFacts = async (asking: Asking, part: AskedPart, period: AskedPeriod) => {
  const facts = await readCosts(asking, part, period);
  const own = facts && costOf({ facts, part, asking, voice: moneyVoice(asking) });
  if (facts === null || own === null || Number(facts.total) <= 0) return { share: 'not known: no cost of it then' };
  const { write } = asking;
  return {
    share: write.percent(Number(own.cost) / Number(facts.total), 1),
    cost: toldAmount(write, own.cost, facts.currency),
    all_costs_of_use: toldAmount(write, facts.total, facts.currency),
  };
};

const shareTool = createTool({
  name: 'share',
  tool: 'usage',
  description:
    'What share of the home’s use, or of what its use cost, a room or a device has (of cost: a utility too) from one day to another.',
  args: {
    ...periodArgs,
    of: z.enum(['use', 'cost']).describe('cost: of what the use cost, without standing charges; at most 400 days.'),
    ...partArgs,
  },
  facts: shape.orNoReadings(
    z.strictObject({
      of: z.string(),
      period: shape.period,
      ...shape.each(z.strictObject({ share: z.string(), used: shape.quantity, home: shape.quantity })),
      figures: z.string().optional(),
      share: z.string().optional(),
      cost: shape.money.optional(),
      all_costs_of_use: shape.money.optional(),
    }),
  ),
  run: async (asking, { from, until, of, ...names }) => {
    const part = partOf(asking.home, names);
    const period = periodOf(asking.home, from, until, of === 'cost' ? 400 : undefined);
    const voice = voiceOf(asking);
    const result = totalResult(voice, { part, period });
    if (!hasFigures(asking.home)) return { facts: noReadings, result };
    const told = of === 'use' ? await useFacts(asking, part, period) : await costFacts(asking, part, period);
    return { facts: { of: voice.plain(part), period: periodFacts(asking, period), ...told }, result };
  },
});

/** "What percentage of my bill is the heat pump". */
const rule: Rule = (asked) =>
  fits(asked, 'percent @part !@comparing|budget|estimated|more|less|tips')
    ? onPart(asked, (part) => {
        const of = fits(asked, 'bill|cost|pay') ? 'cost' : 'use';
        return { about: 'share', part, period: periodOr(asked, 'this-month'), of };
      })
    : null;

export const shareTopic: Topic<'share'> = {
  about: 'share',
  rule,
  tells: 'figures',
  takes: 'percent use cost bill pay parts',
  next: ['device-costs', 'always-on', 'tips'],
  tools: [shareTool],
  reply: replyToShare,
};
