/** The three tips, each with what the home's own figures say to it. */
import { z } from 'zod';
import { hasTrait, isLeak, type Language, type Utility, utilityIds, utilityWithStandby } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
import { textsIn } from '#kernel/texts.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import { costsLink, deviceLink, deviceName, figure } from '../writer.ts';
import { type AskedPeriod, isAnyAsked } from '../intent.ts';
import { hourFacts, leakMeterFacts, quantityFacts, rateFacts, shape } from '../tools/facts.ts';
import { createTool } from '../tools/tool.ts';
import { leakOf, runningText } from './alerts.ts';
import { sumUsed } from '../usage/amounts.ts';
import { bullets, everything, note, paragraphs, together, type Voice, voiceOf } from '../usage/phrases.ts';
import { hasFigures, type HourUse, readHours, type Reading, readUse } from '../usage/use-facts.ts';
import type { Topic } from '../topic.ts';
import { tips as tipsRule } from '../understand/rules/usage-rules.ts';

declare module '../intent.ts' {
  interface Intents {
    tips: { readonly utility: Utility | null };
  }
}

type TipFacts = Awaited<ReturnType<typeof readTips>>;

const talkTexts = (language: Language) => textsIn(language, 'replies', 'talk');

const coolers =
  /(?<!\p{L})(a\/?c|air ?con\p{L}*|aircon\p{L}*|aire( acondicionado)?|climati\p{L}*)(?!\p{L})|एसी|ए\.सी|एयर ?कंडी/iu;

const power = { ...everything, utility: utilityWithStandby };

/** The hour of the day that uses most power. */
const readBusiest = async (reading: Reading, period: AskedPeriod): Promise<HourUse | null> => {
  const [own] = await readHours(reading, power, period);
  const [most] = [...(own?.hours ?? [])].sort((a, b) => b.used - a.used);
  return most !== undefined && most.used > 0 ? most : null;
};

/** Air conditioners with what they used, in Wh. */
const readCooling = async (reading: Reading, period: AskedPeriod) => {
  const found = reading.home.devices.filter(
    ({ name, utility }) => utility === utilityWithStandby && coolers.test(name),
  );
  if (found.length === 0) return [];
  const { rows } = await readUse(reading, power, period);
  return found
    .map((device) => ({ device, used: sumUsed(rows.filter(({ deviceId }) => deviceId === device.id)) }))
    .filter(({ used }) => used > 0);
};

const readTips = async (reading: Reading) => {
  const { home, sources } = reading;
  const to = addDays(home.today, 1);
  const period: AskedPeriod = { from: addDays(to, -30), to, name: 'last-30-days', isAssumed: true };
  if (!hasFigures(home)) return { period, busiest: null, alwaysOnWatts: null, cooling: [], running: [] };
  const [busiest, costs, cooling, notices] = await Promise.all([
    readBusiest(reading, period),
    sources.costs(),
    readCooling(reading, period),
    sources.notices(),
  ]);
  return {
    period,
    busiest,
    /** That are drawn when nobody does anything. */
    alwaysOnWatts: costs.alwaysOn?.watts ?? null,
    cooling,
    /** What has not stopped. */
    running: notices.filter(({ kind, endedAt }) => isLeak(kind) && endedAt === null),
  };
};

const shiftTip = (voice: Voice, { busiest, period }: TipFacts): string => {
  const t = talkTexts(voice.language);
  const reason =
    busiest &&
    t('tip-shift-reason', {
      ...voice.hour(busiest.hour),
      amount: voice.amount(utilityWithStandby, busiest.used, everything, period),
    });
  return together(t('tip-shift'), reason, t('tip-shift-plain'));
};

const coolingTip = (voice: Voice, { cooling, period, alwaysOnWatts }: TipFacts): string => {
  const { language, write } = voice;
  const t = talkTexts(language);
  const used = cooling.map(({ device: { id }, used: amount }) =>
    voice.named(voice.device(id), voice.amount(utilityWithStandby, amount, { ...power, device: id }, period)),
  );
  return together(
    t('tip-cooling'),
    used.length > 0 && t('tip-cooling-reason', { list: write.list(used) }),
    t('tip-cooling-plain'),
    alwaysOnWatts !== null &&
      t('tip-always-on', { power: figure(write.rate(utilityWithStandby, alwaysOnWatts), costsLink) }),
  );
};

const leakTip = (voice: Voice, { running }: TipFacts): string => {
  const { home, language } = voice;
  const t = talkTexts(language);
  if (!home.devices.some(({ utility }) => hasTrait(utility, 'canLeak')))
    return together(t('tip-leaks'), t('tip-leaks-unmeasured'));
  const reasons = running.map((notice) => runningText(voice, notice));
  const calm = reasons.length === 0 && hasFigures(home) && t('tip-leaks-none');
  return together(t('tip-leaks'), ...reasons, calm, t('tip-leaks-plain'));
};

const tipsResult = ({ t }: Voice, { running }: TipFacts): FoundResult => ({
  tool: 'tips',
  title: t('title-tips'),
  link: running[0]?.device ? deviceLink(running[0].device) : '/analytics',
});

const replyToTips = async (asking: Asking, { utility }: { readonly utility: Utility | null }): Promise<OwnAnswer> => {
  const voice = voiceOf(asking);
  const facts = await readTips(asking);
  // Of all utilities unless one was named; what runs without a stop comes first, for it costs by the hour.
  const ofPower = isAnyAsked(utility, 'hasStandby') ? [shiftTip(voice, facts), coolingTip(voice, facts)] : [];
  const ofLeaks = isAnyAsked(utility, 'canLeak') ? [leakTip(voice, facts)] : [];
  const lines = facts.running.length > 0 ? [...ofLeaks, ...ofPower] : [...ofPower, ...ofLeaks];
  return { text: paragraphs(bullets(lines), note(voice.simulated())), results: [tipsResult(voice, facts)] };
};

/** For those whose figures nobody knows. */
export const plainTips = (language: Language): string => {
  const t = talkTexts(language);
  return bullets(
    (['tip-shift', 'tip-cooling', 'tip-leaks'] as const).map((tip) => together(t(tip), t(`${tip}-plain`))),
  );
};

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

const powerFacts = (asking: Asking, { busiest, alwaysOnWatts, cooling }: TipFacts) => {
  const told = (used: number) => quantityFacts(asking, utilityWithStandby, used);
  return {
    shift_heavy_use_to_off_peak_hours:
      busiest === null
        ? {}
        : {
            busiest_hour: hourFacts({ from: busiest.hour, to: busiest.hour + 1 }),
            average_in_that_hour: told(busiest.used),
          },
    'set_the_AC_to_24°C': {
      last_30_days: cooling.map(({ device, used }) => ({ device: device.name, ...told(used) })),
      ...(alwaysOnWatts !== null && {
        always_on: rateFacts(asking, utilityWithStandby, { rate: alwaysOnWatts, within: 0 }),
      }),
    },
  };
};

const leakFacts = (asking: Asking, { running }: TipFacts) => ({
  fix_leaks: {
    ...leakMeterFacts(asking),
    running_without_a_stop: running.map((notice) => {
      const { utility, leaked } = leakOf(asking.home, notice);
      const device = notice.device === null ? null : deviceName(asking.home, notice.device);
      return { device, leak_so_far: quantityFacts(asking, utility, leaked) };
    }),
  },
});

const tipsTool = createTool({
  name: 'tips',
  tool: 'tips',
  description:
    'How this household can save: three tips, each with its reason from the household’s own figures of the last 30 days.',
  args: { utility: z.enum(utilityIds).optional().describe('All of them where it is left out.') },
  facts: tipShape,
  run: async (asking, { utility = null }) => {
    const facts = await readTips(asking);
    return {
      facts: {
        ...(isAnyAsked(utility, 'hasStandby') && powerFacts(asking, facts)),
        ...(isAnyAsked(utility, 'canLeak') && leakFacts(asking, facts)),
      },
      result: tipsResult(voiceOf(asking), facts),
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
