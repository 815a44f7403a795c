/** What the words of a rule's notice are filled with: pages, the wall, mails and the assistant say the same. */
import { type FindingFigures, rateOver, type Utility, utilityThatLeaks } from '#catalogue/index.ts';

export interface RuleWriter {
  readonly amount: (utility: Utility, used: number) => string;
  /** Of a flow in its own unit: W, L/min. */
  readonly rate: (utility: Utility, perTime: number) => string;
  readonly percent: (share: number) => string;
  readonly duration: (seconds: number) => string;
}

const hourMs = 3_600_000;
const clock = (hour: number): string =>
  `${String(Math.floor(hour) % 24).padStart(2, '0')}:${String(Math.round((hour % 1) * 60)).padStart(2, '0')}`;

export const ruleValues = (utility: Utility, figures: FindingFigures, write: RuleWriter) => {
  return {
    usual: write.amount(utility, figures.usualPerDay ?? 0),
    now: write.amount(utility, figures.nowPerDay ?? 0),
    usualW: write.rate(utility, figures.usualW ?? 0),
    nowW: write.rate(utility, figures.nowW ?? 0),
    share: write.percent(figures.share ?? 0),
    rate: write.rate(utility, rateOver(utility, figures.floorMlPerHour ?? 0, hourMs)),
    leak: write.amount(utility, figures.leakMl ?? 0),
    used: write.amount(utility, figures.used ?? figures.usedMl ?? 0),
    expected: write.amount(utility, figures.expected ?? 0),
    drawn: write.amount(utilityThatLeaks, figures.drawnMl ?? 0),
    lasted: write.duration(figures.lastedS ?? 0),
    hours: `${clock(figures.fromHour ?? 0)}–${clock(figures.toHour ?? 0)}`,
    mostly: figures.mostly ?? '',
  };
};

/** The texts of a kind are of one shape (`rule-values.test.ts` holds each to it): this one stands for all of them. */
export type RuleKey = 'slow-leak.title';

/** Where the words of a notice stand in `rules.json`: below its kind, and below the words that it chose. */
export const ruleWords = (kind: string, { words }: FindingFigures): string =>
  words === undefined ? kind : `${kind}.${words}`;
