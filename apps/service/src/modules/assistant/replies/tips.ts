/** The three tips, each with what the home's own figures say to it. */
import { type Language, type Utility, utilityWithStandby } from '@wattershed/catalogue';
import { readTips, type TipFacts } from '../facts/tips.ts';
import { hasFigures } from '../facts/use.ts';
import { analyticsLink, costsLink, deviceLink, figure } from '../links.ts';
import type { Asking, FoundResult, OwnAnswer } from '../own-answer.ts';
import { isAnyAsked } from '../utilities.ts';
import { runningText } from './alerts.ts';
import { deviceText, pageOf, paragraphs, simulatedNote, together, usageTexts } from './phrases.ts';
import { bullets, talkTexts } from './talk-texts.ts';
import { hourText } from './use-results.ts';

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

export const tipsResult = (asking: Asking, { running }: TipFacts): FoundResult => ({
  tool: 'tips',
  title: usageTexts(asking.language)('title-tips'),
  link: running[0]?.device ? deviceLink(running[0].device) : '/analytics',
});

/** Of all utilities unless one was named; what runs without a stop comes first, for it costs by the hour. */
export const tipLines = (asking: Asking, facts: TipFacts, utility: Utility | null): string[] => {
  const power = isAnyAsked(utility, 'hasStandby') ? [shiftTip(asking, facts), coolingTip(asking, facts)] : [];
  const leaks = isAnyAsked(utility, 'canLeak') ? [leakTip(asking, facts)] : [];
  return facts.running.length > 0 ? [...leaks, ...power] : [...power, ...leaks];
};

export const replyToTips = async (
  asking: Asking,
  { utility }: { readonly utility: Utility | null },
): Promise<OwnAnswer> => {
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
