/** What the words around a figure say that it is of: a true number must not stand for another room, device or period than it was told of. */
import type { Language, Utility } from '#catalogue/index.ts';
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import type { Home } from '../home.ts';
import { ask, type Asked } from '../understand/asked.ts';
import { conceptsOfName, type Mention } from '../understand/named-parts.ts';
import { type About, type Figure, type KnownFigure, readFigures, type Unit } from './known-figures.ts';

type Days = NonNullable<About['days']>;

interface Spoken {
  /** Nothing but figures. */
  readonly isBare: boolean;
  /** Keys of rooms and ids of devices. */
  readonly parts: ReadonlySet<string>;
  readonly isOfHome: boolean;
  /** "You used". */
  readonly isOfReader: boolean;
  readonly utility: Utility | null;
  readonly periods: readonly Days[];
}

const wholeHome =
  /(?<![\p{L}])(?:total|altogether|whole|overall|home|house|household|all rooms|casa|hogar|vivienda|conjunto)(?![\p{L}])|घर|कुल|पूरे|(?<![\p{L}])(?:ghar|kul)(?![\p{L}])/iu;
const reader =
  /(?<![\p{L}])(?:you|your|we|our|usted(?:es)?|tus?|gastaste|usaste|pagaste|has|aap|apka|aapne)(?![\p{L}])|आप|तुम|हम/iu;
/** What was spoken of goes on. */
const pronoun = /^[\s*_>-]*(?:it|its|that|this|there|eso|esta?|ah[íi]|all[íi]|वह|वहाँ|उस|इस)(?![\p{L}\p{M}])/iu;

/** "First the kitchen": no day of the month. */
const inOrder = /(?<!the )(?<!\p{L})(?:first|second|third)(?!\p{L}| (?:of|half|week|day|month|quarter))/giu;
const bare = /^(?:[^\p{L}]|(?<!\p{L})(?:at|with|con|about|around|only|just)(?!\p{L}))*$/iu;
/** "12.3 of 21.4 kWh": what a part is of. */
const ofWhole = /(?<!\p{L})(?:of|de)(?: los| the)?[\s*_]*$/iu;
const aside = /^\s*(?:which|whose|where|que|donde|जो|जिस)(?![\p{L}\p{M}])/iu;

const keysOf = (mentions: readonly Mention[]): string[] =>
  mentions.flatMap((one) => {
    if (one.found === 'one') return [one.key];
    return one.found === 'several' ? one.keys : [];
  });

/** "The bedroom AC" names no bedroom, and of "the fridge in the kitchen" it is the fridge. */
const partsOf = ({ rooms, devices, home }: Asked): ReadonlySet<string> => {
  const ids = keysOf(devices);
  const named = home.devices.filter(({ id }) => ids.includes(id));
  const taken = new Set<string>(named.flatMap(({ name, room }) => [`room:${room}`, ...conceptsOfName(name)]));
  return new Set([...ids, ...keysOf(rooms).filter((room) => !taken.has(`room:${room}`))]);
};

/** "The last seven days" may end today, or yesterday. */
const periodsOf = ({ named, home }: Asked): Spoken['periods'] =>
  named.flatMap(({ from, to }) => {
    const until = addDays(to, -1);
    const ended = until === home.today && from < until ? [{ from: addDays(from, -1), until: addDays(until, -1) }] : [];
    return [{ from, until }, ...ended];
  });

/** Where a sentence ends, and where it goes on to something else; not in "between 1 and 7". */
const sentenceEnd = /[.!?।](?=\s|$)|\n/g;
const clauseEnd =
  /[,;:](?=\s)|\((?=[^)]*\d)|\)|(?<=\s)[/·•–—](?=\s)|(?<=\s)(?<!\d\s)(?:and|while|but|whereas|against|than|versus|y|e|mientras|pero|frente a|और|जबकि|लेकिन|aur)(?=\s)/gi;

const cut = (text: string, ends: RegExp): readonly { readonly from: number; readonly words: string }[] => {
  const marks = [0, ...[...text.matchAll(ends)].map(({ index, 0: mark }) => index + mark.length)];
  return marks.map((from, i) => ({ from, words: text.slice(from, marks[i + 1]) }));
};

/** A kWh names no electricity, and 9.1 is no day; what stands in a name stays. */
const withoutFigures = (words: string, { devices }: Pick<Home, 'devices'>): string => {
  const names = devices.filter(({ name }) => /\d/.test(name) && words.includes(name)).map(({ name }) => name);
  return readFigures(words).reduceRight((rest, { from, to }) => {
    const isName = names.some((name) => words.slice(Math.max(0, from - name.length), to + name.length).includes(name));
    return isName ? rest : `${rest.slice(0, from)} ${rest.slice(to)}`;
  }, words);
};

/** Bills and what is not over yet are spoken of by the month that they are mostly in. */
const isOf = (spoken: Days, { from, until, isLoose = false }: Days): boolean => {
  if (!isLoose) return spoken.from === from && spoken.until === until;
  const [begin, end] = [spoken.from > from ? spoken.from : from, spoken.until < until ? spoken.until : until];
  const shared = 2 * (daysBetween(begin, end) + 1);
  return [spoken, { from, until }].every((one) => shared > daysBetween(one.from, one.until) + 1);
};

/** `cell`: of a table, the head of its column, and its row as far as its own cell. */
export type FitsAt = (at: number, unit: Unit | null, cell?: string) => (known: KnownFigure) => boolean;

/** So many clauses, and sentences, back what was spoken of is remembered. */
const remembered = 12;
/** What is said in more pieces is not read to its end: what is not read verifies nothing that has a subject. */
const maxRead = 300;
const unread: Spoken = {
  isBare: false,
  parts: new Set(['']),
  isOfHome: false,
  isOfReader: false,
  utility: null,
  periods: [],
};
/** Nobody lists more in a row. */
const maxInRow = 6;

/** Whether a known figure can be the one that is written at a place of `text`. */
export const fitsIn = (text: string, home: Home, language: Language): FitsAt => {
  const read = new Map<string, Spoken>();
  const spokenIn = (words: string): Spoken => {
    const known = read.get(words);
    if (known !== undefined) return known;
    if (read.size >= maxRead) return unread;
    const plain = withoutFigures(words, home).replace(/[*_`|#>[\]]/g, ' ');
    const asked = ask(plain.replace(inOrder, ''), language, home, null);
    const spoken = {
      isBare: bare.test(plain),
      parts: partsOf(asked),
      isOfHome: wholeHome.test(words),
      isOfReader: reader.test(words),
      utility: asked.utility,
      periods: periodsOf(asked),
    };
    read.set(words, spoken);
    return spoken;
  };

  /** "Kitchen and hall used 12.3 and 9.1 kWh": as many parts as figures, and all of them before: each is of its own. */
  const respectively = (sentence: string, figures: readonly Figure[]): readonly string[] => {
    const before = sentence.slice(0, figures[0]?.from ?? 0);
    if (figures.length < 2 || figures.length > maxInRow) return [];
    const { parts } = spokenIn(before);
    if (parts.size !== figures.length) return [];
    const begun = cut(before, /\s/g).flatMap(({ from, words }) => [...spokenIn(before.slice(0, from) + words).parts]);
    return [...new Set(begun)].filter((part) => parts.has(part));
  };

  const sentences = cut(text, sentenceEnd).map(({ from, words }) => {
    let kept: { clauses: ReturnType<typeof cut>; figures: readonly Figure[]; turn: readonly string[] } | undefined;
    const reading = () => {
      const figures = readFigures(words);
      kept ??= { clauses: cut(words, clauseEnd), figures, turn: respectively(words, figures) };
      return kept;
    };
    return { from, words, reading: () => kept ?? reading() };
  });
  type Sentence = (typeof sentences)[number];

  /** Its clause, those before it in the sentence but asides, and those behind it, where it is nothing but the figure. */
  function* clausesAt({ reading }: Sentence, at: number): Generator<Spoken> {
    const { clauses } = reading();
    const here = clauses.findLastIndex(({ from }) => from <= at);
    const own = spokenIn(clauses[here]?.words ?? '');
    yield own;
    for (let i = here - 1; i >= 0 && here - i <= remembered; i -= 1) {
      const { words } = clauses[i] as (typeof clauses)[number];
      if (!aside.test(words)) yield spokenIn(words);
    }
    if (own.isBare) for (const { words } of clauses.slice(here + 1, here + remembered)) yield spokenIn(words);
  }

  /** The sentences before it, the nearest first. */
  const before = (index: number): readonly Sentence[] =>
    sentences.slice(Math.max(0, index - remembered), index).toReversed();

  /** What it is of; where the sentence does not say, what those before it were of. */
  const subjectOf = (own: readonly Spoken[], sentence: string, index: number): Spoken | undefined => {
    const said = own.find(({ parts, isOfHome }) => parts.size > 0 || isOfHome);
    if (said !== undefined) return said;
    const isOwn = own.some(({ isOfReader, utility }) => isOfReader || utility !== null);
    if (isOwn && !pronoun.test(sentence)) return undefined;
    const isSaid = ({ parts, isOfHome, isOfReader }: Spoken) => parts.size > 0 || isOfHome || isOfReader;
    const earlier = before(index).find(({ words }) => isSaid(spokenIn(words)));
    return earlier && spokenIn(earlier.words);
  };

  /** Where the sentence does not say, the heading above it, or a sentence without figures, does. */
  const periodsAt = (own: readonly Spoken[], index: number): Spoken['periods'] => {
    const said = own.find(({ periods }) => periods.length > 0)?.periods;
    if (said !== undefined) return said;
    const earlier = before(index).find(({ words }) => spokenIn(words).periods.length > 0);
    return earlier === undefined || earlier.reading().figures.length > 0 ? [] : spokenIn(earlier.words).periods;
  };

  return (at, unit, cell) => {
    const index = sentences.findLastIndex(({ from }) => from <= at);
    const sentence = sentences[index] as Sentence;
    const place = at - sentence.from;
    const own = cell === undefined ? [...clausesAt(sentence, place)] : [spokenIn(cell)];
    const { figures, turn } = sentence.reading();
    const part = cell === undefined ? turn[figures.findIndex(({ to }) => place < to)] : undefined;
    const subject = part === undefined ? subjectOf(own, cell ?? sentence.words, index) : partAlone(part);
    const utility = own.find((one) => one.utility !== null)?.utility ?? null;
    const periods = periodsAt(own, index);
    const isWhole = (figures[0]?.from ?? place) < place && ofWhole.test(text.slice(Math.max(0, at - 20), at));
    const isMoney = unit?.family.startsWith('money') ?? false;
    return ({ about }) => {
      if (about === undefined) return true;
      const { parts } = spokenIn(about.names.join(', '));
      if (subject !== undefined && !(isWhole && parts.size === 0) && !isOfPart(parts, subject, home)) return false;
      if (isMoney && about.utility !== null && utility !== null && about.utility !== utility) return false;
      const { days } = about;
      return days === null || periods.length === 0 || periods.some((one) => isOf(one, days));
    };
  };
};

const partAlone = (part: string): Pick<Spoken, 'parts' | 'isOfHome'> => ({ parts: new Set([part]), isOfHome: false });

/** Of a home with one device all is of that. */
const isOfPart = (
  own: ReadonlySet<string>,
  { parts, isOfHome }: Pick<Spoken, 'parts' | 'isOfHome'>,
  { devices }: Home,
): boolean => {
  if (parts.size === 0) return !isOfHome || own.size === 0;
  return own.size > 0 ? [...own].some((part) => parts.has(part)) : isOfHome || devices.length === 1;
};
