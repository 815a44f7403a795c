/** What a column's title (or a meter's or file's name) gives away: unit, kind, utility, room. Suggestions only. */
import {
  interchangeOf,
  type ImportKind,
  type ImportUnit,
  kindsOf,
  type Utility,
  utilityIds,
  utilityOf,
  isUnitOf,
} from '#catalogue/index.ts';
import { roomIn } from '#subjects/household/domain/room-words.ts';
import { counterUnitLabels } from '../../../domain/units.ts';

export interface TitleHints {
  readonly unit: ImportUnit | null;
  readonly kind: ImportKind | null;
  readonly utility: Utility | null;
  readonly room: string;
  /** The title without unit and kind, as a device's name; may be empty. */
  readonly name: string;
  /** Money, weather, remarks: not a meter. */
  readonly other: boolean;
  /** What went back to the grid, was made at home, or nets the two: no use, until there are meters for it. */
  readonly flow: 'returned' | 'net' | null;
}

const unitLabels: Readonly<Record<string, ImportUnit>> = {
  ...counterUnitLabels,
  mwh: 'MWh',
  w: 'W',
  watt: 'W',
  watts: 'W',
  kw: 'kW',
  lpm: 'L/min',
};
const kindLabels: readonly (readonly [RegExp, ImportKind])[] = [
  [
    /\b(counter|cumulative|reading|index|register|total increasing|sum|state|odometer|lectura|zaehlerstand|zählerstand)\b/,
    'counter',
  ],
  [/\b(power|mean|average|avg|flow|leistung|potencia)\b/, 'mean'],
  [
    /\b(consumption|usage|used|use|diff|delta|amount|energy|volume|import|verbrauch|consumo)\b|\b(in|per) (minute|hour|day)\b/,
    'interval',
  ],
];
const other =
  /\b(cost|price|tariff|rate|euro?|usd|gbp|inr|coste?|precio|temp|temperature|humidity|notes?|remarks?|quality|status|minutes|count|samples|duration|lat|lon|id)\b|[$€£₹°%]/;
const returned =
  /\b(export(ed|s)?|returned?|feed ?in|fed ?in|surplus|exceden(te|tes|cia)|vertid[ao]s?|inyectad[ao]s?|injected|einspeisung|eingespeist|auto ?cons\w*|autoconsumid[ao]|generad[ao])\b|^as( k?wh)?$/;
const net = /\b(net|netto|neto|neta|saldo|balance)\b/;
const filler = /\b(in|per|the|of|total|value|minute|hour|hourly|day|daily|sensor|kw h)\b/g;

const plain = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/l\s*\/\s*min\b/g, 'lpm')
    .replace(/m3\s*\/\s*h\b/g, 'm3h')
    .replace(/[^\p{L}\p{N}$€£₹°%]+/gu, ' ')
    .trim();

const unitOf = (words: readonly string[]): ImportUnit | null => {
  if (words.includes('m3h')) return 'm3/h';
  for (const word of words.toReversed()) if (Object.hasOwn(unitLabels, word)) return unitLabels[word] ?? null;
  return null;
};

const nameOf = (title: string, words: readonly string[]): string => {
  let name = ` ${words.filter((word) => !Object.hasOwn(unitLabels, word) && word !== 'm3h').join(' ')} `;
  for (const [pattern] of kindLabels) name = name.replace(pattern, ' ');
  name = name.replace(filler, ' ').replace(/\s+/g, ' ').trim();
  const asWritten = name.replace(/\S+/g, (word) => (title.includes(word.toUpperCase()) ? word.toUpperCase() : word));
  return asWritten.slice(0, 1).toUpperCase() + asWritten.slice(1);
};

const utilityNamed = (text: string): Utility | null =>
  utilityIds.findLast((utility) => interchangeOf(utility).titleWords.test(text)) ?? null;

export const titleHints = (title: string): TitleHints => {
  const text = plain(title);
  const words = text.split(' ');
  const unit = unitOf(words);
  const named = utilityNamed(text);
  const kind = kindLabels.find(([pattern]) => pattern.test(text))?.[1] ?? null;
  return {
    unit,
    kind: unit && !kindsOf(unit).includes(kind as ImportKind) ? null : kind,
    utility: named !== null && (unit === null || isUnitOf(unit, named)) ? named : unit && utilityOf(unit),
    room: roomIn(title),
    name: nameOf(title, words),
    other: other.test(text) && unit === null,
    flow: returned.test(text) ? 'returned' : net.test(text) ? 'net' : null,
  };
};

export const mentions = (title: string, pattern: RegExp): boolean => pattern.test(plain(title));
