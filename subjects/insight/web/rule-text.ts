import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type FindingFigures, firstUtility, type NoticeKind } from '#catalogue/index.ts';
import { useFormat, useHouseholdId } from '#shell/household/household.ts';
import { latestQuery } from '#shell/household/latest-usage.ts';
import type { PriceWriter } from '#subjects/insight/domain/money-words.ts';
import type { Format } from '#shell/text/format.ts';
import { type RuleKey, type RuleWriter, ruleValues, ruleWords } from '#subjects/insight/domain/rules/rule-values.ts';

export const ruleWriter = (format: Format): RuleWriter & PriceWriter => ({
  locale: format.locale,
  amount: (utility, used) => format.amount(utility, used).text,
  rate: (utility, perTime) => format.rate(utility, perTime).text,
  percent: (share) => format.percent(share),
  duration: format.duration,
  number: (value, digits) => format.number(value, digits),
  units: format.units,
});

interface Told {
  meterId: string;
  name: string;
  /** Seconds since 1970. */
  since: number;
  figures: FindingFigures & { currency?: string; costPerMonth?: string };
}

/** What a rule is called, is about, and says. */
export function useRuleText() {
  const { t } = useTranslation('rules');
  const format = useFormat();
  const householdId = useHouseholdId();
  const { data: latest } = useQuery({ ...latestQuery(householdId), enabled: householdId !== undefined });
  const say = (key: string, values: object = {}) => t(key as RuleKey, { ...values });
  return {
    nameOf: (kind: NoticeKind) => say(`${kind}.name`),
    aboutOf: (kind: NoticeKind) => say(`${kind}.about`),
    /** Of prices to come. */
    sayPrices: (kind: 'price-peak' | 'block-ahead', values: object) => ({
      title: say(`${kind}.title`, values),
      text: say(`${kind}.text`, values),
      check: say(`${kind}.check`, values),
    }),
    textOf: (kind: NoticeKind, { meterId, name, since, figures }: Told) => {
      const utility = latest?.meters.find((one) => one.meterId === meterId)?.utility ?? firstUtility;
      const values = {
        ...ruleValues(utility, figures, ruleWriter(format)),
        name,
        since: format.shortDay(since * 1000),
        month: format.moneyIn(figures.currency ?? null, Number(figures.costPerMonth ?? 0)),
      };
      const words = ruleWords(kind, figures);
      return {
        title: say(`${words}.title`, values),
        text: [say(`${words}.text`, values), figures.costPerMonth !== undefined && t('cost', values)]
          .filter(Boolean)
          .join(' '),
        check: say(`${kind}.check`, values),
      };
    },
  };
}
