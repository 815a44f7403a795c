/** Hours of the clock that a question is cut to: "between 6 and 8 pm", «por la noche», "सुबह". */
import { type InLanguages, type Language, ofLanguage } from '#catalogue/index.ts';
import type { ClockHours } from '../../intent.ts';

export interface Clock {
  readonly hours: ClockHours;
  /** What was said without its figures, which are no dates. */
  readonly rest: string;
  /** What says so. */
  readonly words: readonly string[];
}

type Day = 'morning' | 'afternoon' | 'evening' | 'night' | 'smallHours';

/** What each language calls a part of the day. The night goes on into the next morning. */
const partHours: Readonly<InLanguages<Readonly<Record<Day, ClockHours>>>> = {
  en: {
    morning: { from: 6, to: 12 },
    afternoon: { from: 12, to: 18 },
    evening: { from: 18, to: 22 },
    night: { from: 22, to: 6 },
    smallHours: { from: 0, to: 6 },
  },
  es: {
    morning: { from: 6, to: 12 },
    afternoon: { from: 12, to: 20 },
    evening: { from: 20, to: 24 },
    night: { from: 20, to: 6 },
    smallHours: { from: 0, to: 6 },
  },
  hi: {
    morning: { from: 5, to: 12 },
    afternoon: { from: 12, to: 16 },
    evening: { from: 16, to: 20 },
    night: { from: 20, to: 5 },
    smallHours: { from: 0, to: 4 },
  },
};

const partWords: Readonly<InLanguages<readonly (readonly [Day, RegExp])[]>> = {
  en: [
    ['smallHours', / (?:small hours|before dawn|after midnight) /],
    ['morning', /(?<! good) (?:(?:in the|this|every|yesterday|each|\w+day) mornings?|mornings) /],
    ['afternoon', /(?<! good) (?:(?:in the|this|every|yesterday|each|\w+day) afternoons?|afternoons) /],
    ['evening', /(?<! good) (?:(?:in the|this|every|yesterday|each|\w+day) evenings?|evenings) /],
    [
      'night',
      / (?:at night|overnight|last night|tonight|during the night|night ?time|(?:while|when) (?:\S+ ){1,3}(?:sleeps?|slept)|asleep|\w+day night|nights) /,
    ],
  ],
  es: [
    ['smallHours', / madrugada /],
    ['morning', / (?:(?:por|en|de|a) (?:la manana|las mananas)|esta manana|ayer en la manana) /],
    ['afternoon', / (?:(?:por|en|de|a) (?:la tarde|las tardes)|esta tarde) /],
    [
      'night',
      / (?:(?:por|en|durante|de|a|todas?) (?:la noche|las noches)|anoche|de noche|esta noche|mientras dorm\S+) /,
    ],
  ],
  hi: [
    ['smallHours', / (?:तड़के|तडके|आधी रात के बाद|tadke) /],
    ['morning', / (?:सुबह|सवेरे|सुबह सुबह|subah|savere) /],
    ['afternoon', / (?:दोपहर|dopahar|dopehar) /],
    ['evening', / (?:शाम|sham|shaam) /],
    ['night', / (?:रात|raat|रातभर) /],
  ],
};

/** "Since this morning": until the end of the day. */
const sincePart: Readonly<InLanguages<RegExp>> = {
  en: / (?:since|from) (?:this|yesterday|the|last) \w+ /,
  es: / desde (?:esta|la|anoche) /,
  hi: / (?:सुबह|सवेरे|दोपहर|शाम|रात|subah|dopahar|sham|shaam|raat) (?:से|se) /,
};

interface Part {
  readonly day: Day;
  readonly words: readonly string[];
}

const partIn = (text: string, language: Language): Part | null => {
  for (const [day, words] of ofLanguage(partWords, language)) {
    const found = words.exec(text);
    if (found) return { day, words: found[0].trim().split(' ') };
  }
  return null;
};

const isOfDay = (part: Day | null): boolean => part === 'afternoon' || part === 'evening';

/** 6 is 18 of an evening; 12 at night is midnight. */
const hourOf = (figure: string, part: Day | null, isEnd: boolean): number => {
  const hour = Number(figure);
  if (hour > 12) return Math.min(hour, 24);
  if (hour === 12) return part === 'night' ? (isEnd ? 24 : 0) : part === 'morning' || part === 'smallHours' ? 0 : 12;
  return isOfDay(part) || (part === 'night' && hour >= 7) ? hour + 12 : hour;
};

const half = (mark: string | undefined): Day | null =>
  mark === undefined ? null : mark.startsWith('p') ? 'afternoon' : 'morning';

const figure = String.raw`(\d{1,2})(?: (?:00|30|15|45))?`;
const mark = String.raw`(?: (am|pm|a m|p m))?`;
const hindiMark = String.raw`(?: (?:बजे|baje))`;

const partAfter = String.raw`(?: (?:de|por|en) la (?:manana|tarde|noche|madrugada))`;
const partBefore = String.raw`(?:(?:सुबह|शाम|रात|दोपहर|subah|shaam|sham|raat|dopahar)(?: (?:में|को|me|mein|ko))? )`;

/** From one hour to another. The word of an hour or of a part of the day stands on at least one side, else they would be dates. */
const ranges: Readonly<InLanguages<readonly RegExp[]>> = {
  en: [
    new RegExp(
      ` (?:between|from) ${figure}${mark}(?: oclock)? (?:and|to|till|until|[-–—]) ${figure}${mark}(?: oclock)? `,
    ),
    new RegExp(` ${figure}${mark} (?:to|till|until|[-–—]) ${figure} (am|pm|a m|p m) `),
    new RegExp(
      ` (?:mornings?|afternoons?|evenings?|nights?)(?: from| between)? ${figure}${mark} (?:to|till|until|and|[-–—]) ${figure}${mark} `,
    ),
    new RegExp(
      ` ${figure}${mark} (?:to|till|until|[-–—]) ${figure}${mark} (?:in the|at) (?:morning|afternoon|evening|night) `,
    ),
  ],
  es: [
    new RegExp(` (?:entre|de|desde) las? ${figure}(?: h(?:oras)?)? (?:y|a|hasta) las? ${figure}(?: h(?:oras)?)? `),
    new RegExp(` (?:entre|de|desde) ${figure}(?: h(?:oras)?)? (?:y|a|hasta) ${figure} h(?:oras)? `),
    new RegExp(` (?:entre|de|desde)(?: las)? ${figure} (?:y|a|hasta)(?: las)? ${figure}${partAfter} `),
  ],
  hi: [
    new RegExp(
      ` ${figure}${hindiMark}? (?:से|se|और|aur|[-–—]) (?:(?:सुबह|शाम|रात|दोपहर|subah|shaam|sham|raat) )?${figure}${hindiMark}(?: (?:तक|tak))? `,
    ),
    new RegExp(` ${partBefore}${figure} (?:से|se|[-–—]) ${partBefore}?${figure}(?: (?:तक|tak))? `),
  ],
};

const afterwards: Readonly<InLanguages<RegExp>> = {
  en: new RegExp(` (?:after|since|from) ${figure} ?(am|pm|a m|p m|oclock) `),
  es: new RegExp(` (?:despues de|a partir de|desde|pasadas) las? ${figure}(?: h(?:oras)?)? `),
  hi: new RegExp(` ${figure}${hindiMark} (?:के बाद|ke baad|ke bad) `),
};

const until: Readonly<InLanguages<RegExp>> = {
  en: new RegExp(` (?:before|until|till|by) ${figure} ?(am|pm|a m|p m|oclock) `),
  es: new RegExp(` (?:antes de|hasta) las? ${figure}(?: h(?:oras)?)? `),
  hi: new RegExp(` ${figure}${hindiMark} (?:से पहले|तक|se pehle|se pahle|tak) `),
};

const isSound = ({ from, to }: ClockHours): boolean => from !== to && from <= 23 && to <= 24;

const cut = (text: string, found: RegExpExecArray, hours: ClockHours): Clock | null =>
  isSound(hours) ? { hours, rest: text.replace(found[0], ' '), words: found[0].split(' ') } : null;

/** Where parts stand before their hours, each hour may have its own: "रात 10 से सुबह 6". */
const ownParts = (text: string, found: RegExpExecArray, language: Language): readonly [Day, Day] | null => {
  if (language !== 'hi') return null;
  const [before = '', between = ''] = `${text.slice(0, found.index)}${found[0]}`.split(/ \d{1,2}(?= )/).slice(-3);
  const [start, end] = [partIn(`${before} `, language), partIn(`${between} `, language)];
  return start === null || end === null ? null : [start.day, end.day];
};

/** "Between 6 and 9 last night" begins in the evening too. */
const isOfOneEvening = (from: number, to: number, part: Day | null): boolean =>
  part === 'night' && from >= 5 && from < 7 && to > 12 && from + 12 < to;

const rangeIn = (text: string, language: Language, part: Day | null): Clock | null => {
  for (const pattern of ofLanguage(ranges, language)) {
    const found = pattern.exec(text);
    if (!found) continue;
    const marked = language === 'en';
    const [first = '', second = ''] = marked ? [found[1], found[3]] : [found[1], found[2]];
    const [startHalf, endHalf] = marked ? [half(found[2]), half(found[4])] : [null, null];
    const isOfHours =
      language !== 'en' || startHalf !== null || endHalf !== null || part !== null || /oclock/.test(found[0]);
    if (!isOfHours) continue;
    const own = ownParts(text, found, language);
    if (own !== null) return cut(text, found, { from: hourOf(first, own[0], false), to: hourOf(second, own[1], true) });
    const of = startHalf ?? (endHalf === 'afternoon' && Number(first) > Number(second) ? 'morning' : endHalf) ?? part;
    const [from, to] = [hourOf(first, of, false), hourOf(second, endHalf ?? part, true)];
    return cut(text, found, { from: isOfOneEvening(from, to, of) ? from + 12 : from, to });
  }
  return null;
};

const sideIn = (text: string, language: Language, part: Day | null): Clock | null => {
  const after = ofLanguage(afterwards, language).exec(text);
  const own = (found: RegExpExecArray): Day | null => half(/^[ap]/.test(found[2] ?? '') ? found[2] : undefined) ?? part;
  if (after) return cut(text, after, { from: hourOf(after[1] ?? '', own(after), false), to: 24 });
  const before = ofLanguage(until, language).exec(text);
  return before && cut(text, before, { from: 0, to: hourOf(before[1] ?? '', own(before), true) });
};

/** `text` as it is looked up, a space on both ends. Null: whole days are meant. */
export const clockIn = (text: string, language: Language): Clock | null => {
  const part = partIn(text, language);
  const day = part?.day ?? null;
  const said = rangeIn(text, language, day) ?? sideIn(text, language, day);
  if (said !== null) {
    // "De la mañana" after hours is no tomorrow.
    const words = part?.words ?? [];
    const rest = words.length > 2 ? said.rest.replace(` ${words.join(' ')} `, ' ') : said.rest;
    return { ...said, rest, words: [...said.words, ...words] };
  }
  if (part === null) return null;
  const { from, to } = ofLanguage(partHours, language)[part.day];
  const isSince = ofLanguage(sincePart, language).test(text);
  return { hours: isSince ? { from, to: 24 } : { from, to }, rest: text, words: part.words };
};
