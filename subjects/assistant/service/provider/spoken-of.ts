/** What the words around a figure say that it is of: a true number must not stand for another room, device or period than it was told of. */
import type { Language, Utility } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
import type { Home } from '../home.ts';
import { ask, type Asked } from '../understand/asked.ts';
import { conceptsOfName, type Mention } from '../understand/named-parts.ts';
import type { About, KnownFigure, Unit } from './known-figures.ts';

interface Spoken {
  /** Keys of rooms and ids of devices. */
  readonly parts: ReadonlySet<string>;
  readonly isOfHome: boolean;
  readonly utility: Utility | null;
  readonly periods: readonly { readonly from: string; readonly until: string }[];
}

const wholeHome =
  /(?<![\p{L}])(?:total|altogether|whole|overall|home|house|household|all rooms|casa|hogar|vivienda|conjunto)(?![\p{L}])|घर|कुल|पूरे|(?<![\p{L}])(?:ghar|kul)(?![\p{L}])/iu;

const keysOf = (mentions: readonly Mention[]): string[] =>
  mentions.flatMap((one) => {
    if (one.found === 'one') return [one.key];
    return one.found === 'several' ? one.keys : [];
  });

/** "The bedroom AC" names no bedroom. */
const partsOf = ({ rooms, devices, home }: Asked): ReadonlySet<string> => {
  const ids = keysOf(devices);
  const named = home.devices.filter(({ id }) => ids.includes(id)).flatMap(({ name }) => [...conceptsOfName(name)]);
  return new Set([...ids, ...keysOf(rooms).filter((room) => !named.some((one) => one === `room:${room}`))]);
};

const periodsOf = (asked: Asked): Spoken['periods'] =>
  asked.named.map(({ from, to }) => ({ from, until: addDays(to, -1) }));

/** Where a sentence ends, and where it goes on to something else. */
const sentenceEnd = /[.!?।](?=\s|$)|\n/g;
const clauseEnd = /[,;:](?=\s)|(?<=\s)(?:and|while|but|whereas|y|e|mientras|pero|और|जबकि|लेकिन|aur)(?=\s)/gi;

const cutAt = (text: string, at: number, ends: RegExp): readonly [number, number] => {
  const marks = [...text.matchAll(ends)].map(({ index, 0: mark }) => index + mark.length);
  return [marks.findLast((end) => end <= at) ?? 0, marks.find((end) => end > at) ?? text.length];
};

const isSameDays = (one: { from: string; until: string }, other: { from: string; until: string }): boolean =>
  one.from === other.from && one.until === other.until;

export type FitsAt = (at: number, unit: Unit | null) => (known: KnownFigure) => boolean;

/** Whether a known figure can be the one that is written at a place of `text`. */
export const fitsIn = (text: string, home: Home, language: Language): FitsAt => {
  const read = new Map<string, Spoken>();
  const spokenIn = (words: string): Spoken => {
    const known = read.get(words);
    if (known !== undefined) return known;
    const asked = ask(words.replace(/[*_`|#>[\]]/g, ' '), language, home, null);
    const spoken = {
      parts: partsOf(asked),
      isOfHome: wholeHome.test(words),
      utility: asked.utility,
      periods: periodsOf(asked),
    };
    read.set(words, spoken);
    return spoken;
  };
  /** The clause says it; if it does not, the one before it in the sentence does. */
  const nearest = (sentence: string, at: number, says: (spoken: Spoken) => boolean): Spoken => {
    for (let from = at; ; ) {
      const [begin, end] = cutAt(sentence, from, clauseEnd);
      const spoken = spokenIn(sentence.slice(begin, end));
      if (says(spoken) || begin === 0) return spoken;
      from = begin - 1;
    }
  };
  return (at, unit) => {
    const [begin, end] = cutAt(text, at, sentenceEnd);
    const sentence = text.slice(begin, end);
    const clause = nearest(sentence, at - begin, ({ parts, isOfHome }) => parts.size > 0 || isOfHome);
    const { utility } = nearest(sentence, at - begin, (spoken) => spoken.utility !== null);
    const { periods } = spokenIn(sentence);
    const isMoney = unit?.family.startsWith('money') ?? false;
    return ({ about }) => {
      if (about === undefined) return true;
      const own = spokenIn(about.names.join(', ')).parts;
      // Of a home with one device all is of that.
      const isPart =
        own.size > 0 ? [...own].some((part) => clause.parts.has(part)) : clause.isOfHome || home.devices.length === 1;
      if (clause.parts.size > 0 && !isPart) return false;
      if (clause.parts.size === 0 && clause.isOfHome && own.size > 0) return false;
      if (isMoney && about.utility !== null && utility !== null && about.utility !== utility) return false;
      return (
        about.days === null ||
        periods.length === 0 ||
        periods.some((one) => isSameDays(one, about.days as NonNullable<About['days']>))
      );
    };
  };
};
