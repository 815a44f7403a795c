/** What the Spanish sets share: what may rightly be told where a question leaves a period open, and reactions that more than one of them names. */
import type { Utility } from '#catalogue/index.ts';
import { billOf, deviceCents, linesOf } from '#subjects/assistant/service/questions/testing-home.ts';
import { type Part as Where, used } from '#subjects/assistant/service/questions/testing-use.ts';
import { type Days, days, type Figures, from, oneDay } from './figures.ts';
import { type Figure, names, type Reaction, says, tells, unknown, unknownBeside } from './question.ts';

type Place = Omit<Where, 'utility'>;

export const nov = (day: number): Days => oneDay(`2026-11-${String(day).padStart(2, '0')}`);
export const oct = (day: number): Days => oneDay(`2026-10-${String(day).padStart(2, '0')}`);

/** Periods that “this home usually” or “of late” can mean. */
const lately: readonly Days[] = [
  ...['16', '15', '14', '08', '01'].flatMap((first) => ['21', '22'].map((last) => `2026-11-${first} 2026-11-${last}`)),
  ...['22', '23', '24', '25', '26'].flatMap((first) => ['21', '22'].map((last) => `2026-10-${first} 2026-11-${last}`)),
].map((one) => one.split(' ') as [string, string]);
const seasons: readonly Days[] = [
  ...lately,
  days.lastWeek,
  days.october,
  days.september,
  days.year,
  from('2026-09-01', '2026-11-21'),
];

/** A day's usual amount, as a mean of any of these periods. */
const usual = (f: Figures, utility: Utility, where: Place = {}): Figure =>
  seasons.map((period) => f.average(utility, period, where));

/** The part of the home that used most, at the start of a sentence or within one. */
export const most = (f: Figures, ...of: Parameters<Figures['top']>): Reaction => {
  const [name = '', amount = ''] = f.top(...of);
  return names([[name].flat().flatMap((one) => [one, one.toLowerCase()]), amount]);
};

/** What electricity cost, where the parts that it is summed from were rounded too. */
export const spent = (f: Figures, period: Days): Figure => {
  const [peak = 0, valley = 0, standing = 0] = linesOf(...period).electricity;
  return [peak + valley, peak + valley + standing].flatMap((net) =>
    [-1, 0, 1].flatMap((off) => f.money(net * 1.21 + off)),
  );
};

/** This month beside the last one until the same hour: an answer to “too much?”. */
export const besideLastMonth = (f: Figures, utility: Utility, where: Place = {}, words?: RegExp): Reaction =>
  tells(
    [
      [used({ utility, ...where }, ...days.november)].map((amount) => f.write.amount(utility, amount)),
      f.before(utility, ['2026-10-01', '2026-10-22'], where),
    ],
    words,
  );

/** What a word of judgement gets: what is usual here, or that the word was not taken in. */
export const judged = (f: Figures, utility: Utility, word: RegExp, where: Place = {}): Reaction[] => [
  tells([usual(f, utility, where)], /media|habitual|normal|suele|usual|promedio/i),
  unknown(word),
  says(/(habitual|suele|lo normal|más de lo|menos de lo)[^]*?\d[\d.,]* ?(kWh|L)\b/i),
];

const quoted = ({ source }: RegExp): RegExp => new RegExp(`no solo las horas|[«"“‘'][^»"”’']*(?:${source})`, 'iu');

/** The figures, or that this word, as it was typed, was left out. */
export const orUnknown = (right: readonly Figure[], word: RegExp): Reaction[] => [tells(right), unknown(quoted(word))];

/** The figures, or a word on this name, which no other answer would say. */
export const orNamed = (right: readonly Figure[], name: RegExp): Reaction[] => [tells(right), unknown(name)];

/** A share where no period was named. */
export const shareLately = (f: Figures, part: Where): Figure =>
  [days.today, days.week, ...seasons].flatMap((period) => f.shareOf(part, period));

const percents = (f: Figures, share: number): string[] => [0, 1].map((digits) => f.write.percent(share, digits));

/** Of a bill: the part of a device's use, of all that is to pay or of electricity. */
export const shareOfBill = (f: Figures, device: string, period: Days): Figure => {
  const { electricity, total } = billOf(...period);
  const standing = linesOf(...period).electricity[2] ?? 0;
  const cents = deviceCents(device, ...period);
  return [total, electricity, electricity - standing * 1.21].flatMap((whole) => percents(f, cents / whole));
};

export const waterShareOfBill = (f: Figures, period: Days): string[] => {
  const { water, total } = billOf(...period);
  return percents(f, water / total);
};

/** What one wash costs: of any of its runs, or of their mean. */
export const oneWash = (f: Figures): Figure => [34, 35, 36, 37].flatMap((cents) => f.money(cents));

/** What moving a machine to cheap hours saves in a week, a month or so far; or that this is not reckoned. */
export const moved = (f: Figures, device: string): Reaction[] => [
  tells([[days.week, ...seasons].flatMap((period) => f.shifted(device, period))], /ahorr|menos|barat/i),
  unknownBeside(/no .{0,80}(calcul|ahorr)|ahorr.{0,80}no |sin calcular/i),
  unknown(/noche|madrugada|ahorr|calcul/i),
  // Both prices are a part of it.
  tells([f.price('0.12'), f.price('0.25'), 'ahorro']),
];

/** Every hour costs alike. */
export const noCheapHour: readonly Reaction[] = [
  says(/a todas horas|no por la hora|misma? .{0,30}hora|no depende de la hora|(igual|lo mismo).{0,40}hora/i),
  unknown(/noche|madrugada|hora|ahorr/i),
  unknownBeside(/no .{0,80}(calcul|ahorr)/i),
];

/** It is cheap there already. */
export const alreadyCheap = (f: Figures, device: string): Reaction[] => [
  ...moved(f, device),
  says(/ya .{0,80}(barat|valle)|no ahorr/i),
];

export const untouched = says(
  /queda\w* como est|no se (enciende|apaga|cambia|toca|ha (cambiado|tocado|apagado|encendido))|no (apago|enciendo|cambio|toco)|nada (se )?(ha )?cambia/i,
);

export const silentMeter =
  /sin (lecturas|señal|datos)|silencio|call|no (ha )?(env|report|da|respond|llega)|19 (de )?nov/i;

export const noReadingsThen = unknown(/año|2025|lecturas|septiembre|sept/i);

export const noFactor = unknown(/CO.?2|carbono|factor|emision/i);
/** A mass. */
export const kilograms = /\d ?(kg|g|kilos|gramos)\b/i;

export const notHere = (word: RegExp): Reaction[] => [unknown(word), unknown()];

/** “Of others nothing is known”, or the page that has published figures. */
export const others: readonly Reaction[] = [
  unknownBeside(/otr[oa]s (hogares|casas)|vecin|los demás|promedio|media (nacional|española)|comparar/i),
  says(/publicad[ao]s?|cómo te comparas/i),
];

/** The hours of the dear price. */
export const dearHours = /\b10(:00)? ?(–|-|a|y|hasta)( las)? ?14|\b18(:00)? ?(–|-|a|y|hasta)( las)? ?22/;
