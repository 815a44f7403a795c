/** The three tips, each with what the home's own figures say to it. */
import { z } from 'zod';
import { isLeak, type Language, type Utility, utilityIds, utilityWithStandby } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
import type { Asking, FoundResult, OpenNotice, OwnAnswer } from '../asking.ts';
import type { HomeDevice } from '../home.ts';
import { analyticsLink, costsLink, deviceLink, deviceName, figure } from '../writer.ts';
import { type AskedPeriod, isAnyAsked } from '../intent.ts';
import { bullets, talkTexts } from '../talk/talk.ts';
import { hourFacts, leakMeterFacts, quantityFacts, rateFacts, shape } from '../tools/facts.ts';
import { createTool } from '../tools/tool.ts';
import { leakOf, measuresLeaks, runningText } from './alerts.ts';
import { deviceText, pageOf, paragraphs, simulatedNote, together, usageTexts } from '../usage/phrases.ts';
import { hasFigures, type HourUse, readHours, type Reading, readUse } from '../usage/use-facts.ts';
import { hourText } from '../usage/use-results.ts';
import type { Topic } from '../topic.ts';
import { tips as tipsRule } from '../understand/rules/usage-rules.ts';

declare module '../intent.ts' {
  interface Intents {
    tips: { readonly utility: Utility | null };
  }
}

interface TipFacts {
  readonly period: AskedPeriod;
  /** The hour of the day that uses most power, over the last 30 days. */
  readonly busiest: HourUse | null;
  /** W that are drawn when nobody does anything. */
  readonly alwaysOnWatts: number | null;
  /** Air conditioners with what they used in the last 30 days, in Wh. */
  readonly cooling: readonly { readonly device: HomeDevice; readonly used: number }[];
  /** What has not stopped. */
  readonly running: readonly OpenNotice[];
  readonly isLeakMeasured: boolean;
}

const coolers =
  /(?<!\p{L})(a\/?c|air ?con\p{L}*|aircon\p{L}*|aire( acondicionado)?|climati\p{L}*)(?!\p{L})|एसी|ए\.सी|एयर ?कंडी/iu;

const everything = { utility: utilityWithStandby, room: null, device: null };

const readBusiest = async (reading: Reading, period: AskedPeriod): Promise<HourUse | null> => {
  const [power] = await readHours(reading, everything, period);
  const most = (power?.hours ?? []).reduce<HourUse | null>(
    (best, hour) => (best === null || hour.used > best.used ? hour : best),
    null,
  );
  return most !== null && most.used > 0 ? most : null;
};

const readCooling = async (reading: Reading, period: AskedPeriod): Promise<TipFacts['cooling']> => {
  const found = reading.home.devices.filter(
    ({ name, utility }) => utility === utilityWithStandby && coolers.test(name),
  );
  if (found.length === 0) return [];
  const { rows } = await readUse(reading, everything, period);
  return found
    .map((device) => ({
      device,
      used: rows.filter(({ deviceId }) => deviceId === device.id).reduce((sum, row) => sum + row.used, 0),
    }))
    .filter(({ used }) => used > 0);
};

const readTips = async (reading: Reading): Promise<TipFacts> => {
  const { home, sources } = reading;
  const to = addDays(home.today, 1);
  const period: AskedPeriod = { from: addDays(to, -30), to, name: 'last-30-days', isAssumed: true };
  const known = { period, isLeakMeasured: measuresLeaks(home) };
  if (!hasFigures(home)) return { ...known, busiest: null, alwaysOnWatts: null, cooling: [], running: [] };
  const [busiest, costs, cooling, notices] = await Promise.all([
    readBusiest(reading, period),
    sources.costs(),
    readCooling(reading, period),
    sources.notices(),
  ]);
  return {
    ...known,
    busiest,
    alwaysOnWatts: costs.alwaysOn?.watts ?? null,
    cooling,
    running: notices.filter(({ kind, endedAt }) => isLeak(kind) && endedAt === null),
  };
};

const shiftTip = (asking: Asking, { busiest, period }: TipFacts): string => {
  const { home, language, write } = asking;
  const t = talkTexts(language);
  const link = analyticsLink(period, home.today, { utility: utilityWithStandby, room: null });
  const reason =
    busiest &&
    t('tip-shift-reason', {
      from: write.clock(hourText(busiest.hour)),
      to: write.clock(hourText(busiest.hour + 1)),
      amount: figure(write.amount(utilityWithStandby, busiest.used), link),
    });
  return together(t('tip-shift'), reason, t('tip-shift-plain'));
};

const coolingTip = (asking: Asking, { cooling, period, alwaysOnWatts }: TipFacts): string => {
  const { language, write } = asking;
  const t = talkTexts(language);
  const used = cooling.map(({ device, used: amount }) => {
    const part = { utility: utilityWithStandby, room: null, device: device.id };
    return usageTexts(language)('named-amount', {
      name: deviceText(asking, device.id),
      amount: figure(write.amount(utilityWithStandby, amount), pageOf(asking, part, period)),
    });
  });
  return together(
    t('tip-cooling'),
    used.length > 0 && t('tip-cooling-reason', { list: write.list(used) }),
    t('tip-cooling-plain'),
    alwaysOnWatts !== null &&
      t('tip-always-on', { power: figure(write.rate(utilityWithStandby, alwaysOnWatts), costsLink) }),
  );
};

const leakTip = (asking: Asking, { running, isLeakMeasured }: TipFacts): string => {
  const { home, language } = asking;
  const t = talkTexts(language);
  if (!isLeakMeasured) return together(t('tip-leaks'), t('tip-leaks-unmeasured'));
  const reasons = running.map((notice) => runningText(asking, notice));
  const calm = hasFigures(home) ? t('tip-leaks-none') : null;
  return together(t('tip-leaks'), ...(reasons.length > 0 ? reasons : [calm]), t('tip-leaks-plain'));
};

const tipsResult = (asking: Asking, { running }: TipFacts): FoundResult => ({
  tool: 'tips',
  title: usageTexts(asking.language)('title-tips'),
  link: running[0]?.device ? deviceLink(running[0].device) : '/analytics',
});

/** Of all utilities unless one was named; what runs without a stop comes first, for it costs by the hour. */
const tipLines = (asking: Asking, facts: TipFacts, utility: Utility | null): string[] => {
  const power = isAnyAsked(utility, 'hasStandby') ? [shiftTip(asking, facts), coolingTip(asking, facts)] : [];
  const leaks = isAnyAsked(utility, 'canLeak') ? [leakTip(asking, facts)] : [];
  return facts.running.length > 0 ? [...leaks, ...power] : [...power, ...leaks];
};

const replyToTips = async (asking: Asking, { utility }: { readonly utility: Utility | null }): Promise<OwnAnswer> => {
  const facts = await readTips(asking);
  return {
    text: paragraphs(bullets(tipLines(asking, facts, utility)), simulatedNote(asking, asking.home.kind !== 'home')),
    results: [tipsResult(asking, facts)],
  };
};

/** For those whose figures nobody knows. */
export const plainTips = (language: Language): string => {
  const t = talkTexts(language);
  return bullets([
    together(t('tip-shift'), t('tip-shift-plain')),
    together(t('tip-cooling'), t('tip-cooling-plain')),
    together(t('tip-leaks'), t('tip-leaks-plain')),
  ]);
};

const args = { utility: z.enum(utilityIds).optional().describe('All of them where it is left out.') };

/** Those of what was not asked of are not there. */
const tipShape = z.strictObject({
  shift_heavy_use_to_off_peak_hours: z
    .strictObject({ busiest_hour: shape.hours.optional(), average_in_that_hour: shape.quantity.optional() })
    .optional(),
  'set_the_AC_to_24°C': z
    .strictObject({
      last_30_days: z.array(shape.quantity.extend({ device: z.string() })),
      always_on: shape.rate.optional(),
    })
    .optional(),
  fix_leaks: z
    .strictObject({
      ...shape.leakMeters,
      running_without_a_stop: z.array(z.strictObject({ device: z.string().nullable(), leak_so_far: shape.quantity })),
    })
    .optional(),
});

const tipsTool = createTool({
  name: 'tips',
  tool: 'tips',
  description:
    'How this household can save: three tips, each with its reason from the household’s own figures of the last 30 days.',
  args,
  facts: tipShape,
  run: async (asking, { utility = null }) => {
    const facts = await readTips(asking);
    const { busiest, alwaysOnWatts, cooling, running } = facts;
    const power = {
      shift_heavy_use_to_off_peak_hours:
        busiest === null
          ? {}
          : {
              busiest_hour: hourFacts({ from: busiest.hour, to: busiest.hour + 1 }),
              average_in_that_hour: quantityFacts(asking, utilityWithStandby, busiest.used),
            },
      'set_the_AC_to_24°C': {
        last_30_days: cooling.map(({ device, used }) => ({
          device: device.name,
          ...quantityFacts(asking, utilityWithStandby, used),
        })),
        ...(alwaysOnWatts !== null && {
          always_on: rateFacts(asking, utilityWithStandby, { rate: alwaysOnWatts, within: 0 }),
        }),
      },
    };
    const leaks = {
      fix_leaks: {
        ...leakMeterFacts(asking),
        running_without_a_stop: running.map((notice) => {
          const { utility: leaking, leaked } = leakOf(asking.home, notice);
          const device = notice.device === null ? null : deviceName(asking.home, notice.device);
          return { device, leak_so_far: quantityFacts(asking, leaking, leaked) };
        }),
      },
    };
    return {
      facts: {
        ...(isAnyAsked(utility, 'hasStandby') && power),
        ...(isAnyAsked(utility, 'canLeak') && leaks),
      },
      result: tipsResult(asking, facts),
    };
  },
});

export const tipsTopic: Topic<'tips'> = {
  about: 'tips',
  rule: tipsRule,
  takes: 'tips waste how less more cheapest use cost bill pay both device explain changed',
  next: ['always-on', 'cheapest', 'device-costs'],
  tools: [tipsTool],
  reply: replyToTips,
};
