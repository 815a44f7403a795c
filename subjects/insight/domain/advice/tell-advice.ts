/** Advice in words: its title, why, and what a change is called that comes of it. Pages, mails and papers hand in their texts and how they write figures. */
import type { Language, Utility } from '#catalogue/index.ts';
import type { AdviceId } from './index.ts';

type AdviceWord = `${AdviceId}.${'title' | 'name' | 'why'}` | `utility.${Utility}`;
export type SayAdvice = (word: AdviceWord, values?: Readonly<Record<string, string | number>>) => string;

export interface AdviceFormat {
  readonly language: Language;
  readonly power: (watts: number) => string;
  /** With so many decimals at most. */
  readonly number: (value: number, digits: number) => string;
  readonly money: (amount: string) => string;
  /** What a unit costs. */
  readonly price: (amount: string, unit: string) => string;
  readonly amount: (value: string, unit: string) => string;
  readonly day: (day: string) => string;
}

interface Told {
  readonly advice: string;
  readonly utility: Utility;
  readonly device: string | null;
  readonly figures: Readonly<Record<string, string | number>>;
}

export const tellAdvice = ({ advice, utility, device, figures }: Told, say: SayAdvice, format: AdviceFormat) => {
  const value = (name: string): number => Number(figures[name] ?? 0);
  const text = (name: string): string => String(figures[name] ?? '');
  const unit = text('unit');
  const values = {
    device: device ?? '',
    utility: say(`utility.${utility}`),
    watts: format.power(value('watts')),
    published: format.power(value('published')),
    litres: format.number(value('litres') || value('litresPerHour'), 1),
    standard: format.number(value('standard'), 1),
    contracted: format.number(value('contracted'), 2),
    peak: format.number(value('peak'), 2),
    fitting: format.number(value('fitting'), 2),
    daysOver: value('daysOver'),
    runs: value('runs'),
    days: value('days'),
    hour: `${String(value('hour')).padStart(2, '0')}:00`,
    cost: format.money(text('cost')),
    cheapest: format.money(text('cheapest')),
    own: format.money(text('own')),
    other: format.money(text('other')),
    tariff: text(`tariff-${format.language}`),
    day: figures['day'] === undefined ? '' : format.day(text('day')),
    above: format.amount(text('above'), unit),
    rate: format.price(text('rate'), unit),
    nextRate: format.price(text('nextRate'), unit),
  };
  const id = advice as AdviceId;
  return { title: say(`${id}.title`, values), why: say(`${id}.why`, values), name: say(`${id}.name`, values) };
};
