/** What the words around a figure say that it is of: a true number must not stand for another room, device or period than it was told of. */
import type { Language, Utility } from '#catalogue/index.ts';
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import type { Home } from '../home.ts';
import { ask, type Asked } from '../understand/asked.ts';
import { conceptsOfName, type Mention } from '../understand/named-parts.ts';
import { placesOf, type Saying, says } from '../understand/sayings.ts';
import { foldName } from '../understand/reading.ts';
import { anyOf, type Figure, isMoney, readFigures, type Unit } from './figures.ts';
import type { About, KnownFigure } from './known-figures.ts';
import type { Steps } from './turns.ts';

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

/** "First the kitchen": no day of the month. */
const inOrder = new RegExp(`(?<!the )(?<!\\p{L})${anyOf('inOrder')}(?!\\p{L}| ${anyOf('inTime')})`, 'giu');
const bare = new RegExp(`^(?:[^\\p{L}]|(?<!\\p{L})${anyOf('besides')}(?!\\p{L}))*$`, 'iu');
/** "12.3 of 21.4 kWh": what a part is of. */
const ofWhole = new RegExp(`(?<!\\p{L})${anyOf('of')}[\\s*_]*$`, 'iu');

const beginsWith = (text: string, key: Saying): boolean =>
  placesOf(foldName(text), 'any', key).some(({ at }) => at === 0);

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
const clauseEnd = new RegExp(
  `[,;:](?=\\s)|\\((?=[^)]*\\d)|\\)|(?<=\\s)[/·•–—](?=\\s)|(?<=\\s)(?<!\\d\\s)${anyOf('but')}(?=\\s)`,
  'gi',
);

interface Piece {
  readonly from: number;
  readonly words: string;
}

const cut = (text: string, ends: RegExp): readonly Piece[] => {
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

/** `cell`: of a table, the head of its column, and its row as far as its own cell. */
type FitsAt = (at: number, unit: Unit | null, cell?: string) => Steps<(known: KnownFigure) => boolean>;

/** Whether a known figure can be the one that is written at a place of `text`. */
export const fitsIn = (text: string, home: Home, language: Language): FitsAt => {
  const kept = new Map<string, Spoken>();
  const readAll = (words: string): Spoken => {
    const plain = withoutFigures(words, home).replace(/[*_`|#>[\]]/g, ' ');
    const asked = ask(plain.replace(inOrder, ''), language, home, null);
    return {
      isBare: bare.test(plain),
      parts: partsOf(asked),
      isOfHome: says(asked.said, 'any', 'answer.home'),
      isOfReader: says(asked.said, 'any', 'answer.reader'),
      utility: asked.utility,
      periods: periodsOf(asked),
    };
  };
  const readNow = (words: string): Spoken => {
    const spoken = kept.get(words) ?? (kept.size >= maxRead ? unread : readAll(words));
    if (spoken !== unread) kept.set(words, spoken);
    return spoken;
  };
  /** Reading takes a while: others go first. */
  function* read(words: string): Steps<Spoken> {
    if (!kept.has(words)) yield;
    return readNow(words);
  }
  function* firstOf(pieces: readonly Piece[], isWanted: (spoken: Spoken) => boolean): Steps<Piece | undefined> {
    for (const piece of pieces) if (isWanted(yield* read(piece.words))) return piece;
    return undefined;
  }

  /** "Kitchen and hall used 12.3 and 9.1 kWh": as many parts as figures, and all of them before: each is of its own. */
  function* respectively(sentence: string, figures: readonly Figure[]): Steps<readonly string[]> {
    const before = sentence.slice(0, figures[0]?.from ?? 0);
    if (figures.length < 2 || figures.length > maxInRow) return [];
    const { parts } = yield* read(before);
    if (parts.size !== figures.length) return [];
    const begun = new Set<string>();
    for (const { from, words } of cut(before, /\s/g))
      for (const part of (yield* read(before.slice(0, from) + words)).parts) begun.add(part);
    return [...begun].filter((part) => parts.has(part));
  }

  const sentences = cut(text, sentenceEnd);
  const clauses = keeping(({ words }: Piece) => cut(words, clauseEnd));
  const figuresIn = keeping(({ words }: Piece) => readFigures(words));
  const turns = new Map<Piece, readonly string[]>();
  function* turnsIn(sentence: Piece): Steps<readonly string[]> {
    const turn = turns.get(sentence) ?? (yield* respectively(sentence.words, figuresIn(sentence)));
    turns.set(sentence, turn);
    return turn;
  }

  /** Its clause, those before it in the sentence but asides, and those behind it, where it is nothing but the figure. */
  function* clausesAt(sentence: Piece, at: number): Steps<readonly Spoken[]> {
    const all = clauses(sentence);
    const here = all.findLastIndex(({ from }) => from <= at);
    const own = yield* read(all[here]?.words ?? '');
    const before = all
      .slice(Math.max(0, here - remembered), here)
      .filter(({ words }) => !beginsWith(words, 'answer.aside'));
    const behind = own.isBare ? all.slice(here + 1, here + remembered) : [];
    const around: Spoken[] = [];
    for (const { words } of [...before.toReversed(), ...behind]) around.push(yield* read(words));
    return [own, ...around];
  }

  /** What it is of; where the sentence does not say, what those before it were of. */
  function* subjectOf(own: readonly Spoken[], sentence: string, before: readonly Piece[]): Steps<Subject | undefined> {
    const said = own.find(({ parts, isOfHome }) => parts.size > 0 || isOfHome);
    if (said !== undefined) return said;
    const isOwn = own.some(({ isOfReader, utility }) => isOfReader || utility !== null);
    if (isOwn && !beginsWith(sentence, 'answer.goes-on')) return undefined;
    const isSaid = ({ parts, isOfHome, isOfReader }: Spoken) => parts.size > 0 || isOfHome || isOfReader;
    const earlier = yield* firstOf(before, isSaid);
    return earlier && readNow(earlier.words);
  }

  /** Where the sentence does not say, the heading above it, or a sentence without figures, does. */
  function* periodsAt(own: readonly Spoken[], before: readonly Piece[]): Steps<Spoken['periods']> {
    const said = own.find(({ periods }) => periods.length > 0)?.periods;
    if (said !== undefined) return said;
    const earlier = yield* firstOf(before, ({ periods }) => periods.length > 0);
    return earlier === undefined || figuresIn(earlier).length > 0 ? [] : readNow(earlier.words).periods;
  }

  return function* fitsAt(at, unit, cell) {
    const index = sentences.findLastIndex(({ from }) => from <= at);
    const sentence = sentences[index] as Piece;
    const before = sentences.slice(Math.max(0, index - remembered), index).toReversed();
    const place = at - sentence.from;
    const figures = figuresIn(sentence);
    const own = cell === undefined ? yield* clausesAt(sentence, place) : [yield* read(cell)];
    const turn = cell === undefined ? yield* turnsIn(sentence) : [];
    const part = turn[figures.findIndex(({ to }) => place < to)];
    const subject = part === undefined ? yield* subjectOf(own, cell ?? sentence.words, before) : partAlone(part);
    const utility = own.find((one) => one.utility !== null)?.utility ?? null;
    const periods = yield* periodsAt(own, before);
    const isWhole = (figures[0]?.from ?? place) < place && ofWhole.test(text.slice(Math.max(0, at - 20), at));
    const isOfMoney = unit !== null && isMoney(unit);
    return ({ about }) => {
      if (about === undefined) return true;
      const { parts } = readNow(about.names.join(', '));
      if (subject !== undefined && !(isWhole && parts.size === 0) && !isOfPart(parts, subject, home)) return false;
      if (isOfMoney && about.utility !== null && utility !== null && about.utility !== utility) return false;
      const { days } = about;
      return days === null || periods.length === 0 || periods.some((one) => isOf(one, days));
    };
  };
};

/** Worked out once for each. */
const keeping = <Given extends object, Made>(make: (given: Given) => Made): ((given: Given) => Made) => {
  const kept = new WeakMap<Given, Made>();
  return (given) => {
    const made = kept.get(given) ?? make(given);
    kept.set(given, made);
    return made;
  };
};

type Subject = Pick<Spoken, 'parts' | 'isOfHome'>;

const partAlone = (part: string): Subject => ({ parts: new Set([part]), isOfHome: false });

/** Of a home with one device all is of that. */
const isOfPart = (own: ReadonlySet<string>, { parts, isOfHome }: Subject, { devices }: Home): boolean => {
  if (parts.size === 0) return !isOfHome || own.size === 0;
  return own.size > 0 ? [...own].some((part) => parts.has(part)) : isOfHome || devices.length === 1;
};
