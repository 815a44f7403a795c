/** Words that say "not": of an act, of a part that is left out, or of anything else. None of them is read past. */
import type { Home } from '../home.ts';
import type { Asked } from './asked.ts';
import { booksOf, type Concept, fold, phraseAt, type Token, tokensOf } from './lexicon.ts';
import { foldName } from './reading.ts';

const negations = new Set(
  (
    'not dont doesnt didnt isnt arent wasnt werent wont cant cannot shouldnt mustnt neednt never no without except excluding nobody none nothing nor neither ' +
    'nunca jamas sin excepto salvo tampoco ni ningun ninguno ninguna nadie ' +
    'नहीं नही नहि मत ना न बिना बगैर nahi nahin nhi nai mat bina bagair'
  ).split(' '),
);
/** In Hindi written in Latin letters only: "na" closes many a sentence there. */
const isOfHindi = new Set(['na', 'mat', 'nai', 'no']);

const isNegation = ({ word }: Token, language: Asked['language']): boolean =>
  negations.has(word)
    ? !(isOfHindi.has(word) && (language === 'hi') === (word === 'no'))
    : word === 'na' && language === 'hi';

/** Said without denying anything: "isn't it", "or not", «¿no?», "पता नहीं", and a "no" that corrects what was said before. */
const idioms = new RegExp(
  [
    '^\\s*(?:no|nope|nah|नहीं|नही|nahi|nahin)\\s*[,.;:!–—-]',
    '(?:,|¿)\\s*(?:no|verdad que no|na|ना)\\s*[?.!]*$',
    "^\\s*(?:isn|aren|doesn|didn|wasn|weren|hasn|haven)['’]?t ",
    "\\b(?:isn['’]?t|doesn['’]?t|don['’]?t|aren['’]?t|wasn['’]?t|won['’]?t|didn['’]?t) (?:it|they|we|he|she)\\s*[?]",
    "\\b(?:or|why|whether or|if) not\\b|\\bnot (?:only|just|sure|too)\\b|\\bi (?:don['’]?t|do not) (?:know|understand|get|see|remember|recall)\\b|\\bi(?:['’]m| am) not sure\\b|\\bno (?:idea|problem|longer|worries)\\b|\\bdon['’]?t (?:forget|worry)\\b|\\bcan(?:['’]?t| ?not) (?:find|remember|see)\\b|\\bwhy (?:don['’]?t|doesn['’]?t|isn['’]?t|aren['’]?t|didn['’]?t|wasn['’]?t)\\b",
    '\\bo no\\b|\\bpor qué no\\b|\\bno (?:sé|se si|entiendo|comprendo|recuerdo|me acuerdo|encuentro|veo|solo|sólo)\\b|\\bsi no\\b|\\bsin (?:parar|cesar|duda)\\b',
    '(?:या|कि|क्यों|तो|पता|मालूम) (?:नहीं|ना|न)(?= |$|\\?)|(?:है|हैं|हुआ|था) (?:ना|न)(?= |$|\\?)|नहीं (?:पता|मालूम|तो)|समझ नहीं',
    '\\b(?:ya|ki|kyu|kyun|kyon|toh?|pata|malum|maloom) (?:nahi|nahin|nhi|na)\\b|\\b(?:hai|h|hain|hua|tha) na\\b|\\bnahi (?:pata|to)\\b|samajh nahi|\\bna\\s*[?]',
  ].join('|'),
  'giu',
);

const toSwitch =
  /^(?:turn\S*|switch\S*|shut\S*|start\S*|stop\S*|activat\S*|deactivat\S*|enabl\S*|disabl\S*|kill\S*|unplug\S*|plug|pause\S*|touch\S*|power|apag\S*|apague\S*|enc[ie]+nd\S*|prend\S*|desconect\S*|conect\S*|desenchuf\S*|enchuf(?:es|e|ar|en)|desactiv\S*|activ\S*|pong\S*|pares|paren|detengas|toques|arranques|inicies|बंद|चालू|ऑन|ऑफ|शुरू|बुझा\S*|जला(?:ना|ओ|इए|एं|ए)|चला(?:ना|ओ|इए|एं|ए)|रोक\S*|छू\S*|band|bandh|chalu|chaalu|chala(?:na|o|iye|ye)|shuru|bujha\S*|rok\S*|jala(?:na|o|iye|ye)|chhoo\S*|off|on|start)$/u;

/** It is asked for figures: "how much did it use, I did not turn it off". */
const asksFigures = ({ has }: Asked): boolean =>
  has('howMuch', 'use', 'cost', 'bill', 'pay', 'why', 'when', 'compare', 'leak');

/** Of something that is done or is so, not to be done: "the lamp is not on", "बंद नहीं हुआ". */
const isState =
  / (?:is|are|was|were|did|does|has|have|isnt|arent|wasnt|didnt|doesnt|esta|estan|estaba|ha|han|है|हैं|हुआ|हुई|था|थी|रहा|रही|गया|hai|hain|hua|hui|tha|thi|raha|rahi|gaya) /;
const isOrder =
  /(?: (?:dont|do not|never|must not|mustnt|should not|shouldnt|need not|please not|want|मत|mat|quiero|que no|nunca) | no \S*(?:es|as|en|an) | (?:करना|करो|करें|करिए|कीजिए|कर देना|दो|karna|karo|kare|karen|kar dena|dena|do) )/;

/** Most questions deny nothing. */
const deniesIn = ({ words, language }: Asked): boolean => words.some((token) => isNegation(token, language));

/** An act is named, and that it is not to be done. */
export const isActDenied = (asked: Asked): boolean => {
  if (!deniesIn(asked) || !asked.words.some(({ word }) => toSwitch.test(word)) || asksFigures(asked)) return false;
  const tokens = tokensOf(asked.typed.replace(idioms, ' '));
  const text = ` ${tokens.map(({ word }) => word).join(' ')} `;
  return tokens.some((token) => isNegation(token, asked.language)) && (isOrder.test(text) || !isState.test(text));
};

const before = new RegExp(
  '^(?:without|except|excluding|exclude|besides|minus|ignoring|not|instead|sin|excepto|salvo|quitando|excluyendo|descontando|no|ni|बिना|बगैर|bina|bagair)$',
  'u',
);
/** The more words go first. */
const beforePhrases: readonly (readonly string[])[] = [
  'but not,except for,leaving out,leave out,apart from,other than,everything but,all but,anything but,not counting,not including,rather than,instead of,with the exception of,aside from,left out,leaving aside',
  'todo menos,todos menos,todas menos,casa menos,casa entera menos,aparte de,sin contar,sin incluir,sin tener en cuenta,a excepcion de,con excepcion de,que no sea,que no sean,dejando fuera,dejando aparte,dejando de lado,fuera de,en vez de,en lugar de,pero no',
]
  .flatMap((texts) => texts.split(','))
  .map((phrase) => phrase.split(' '))
  .sort((one, other) => other.length - one.length);
const afterPhrases: readonly (readonly string[])[] =
  'के बिना,को छोड़कर,छोड़कर,को छोड़ के,छोड़ के,के अलावा,के सिवाय,के सिवा,सिवाय,को हटाकर,हटाकर,के बगैर,की जगह,को निकालकर,नहीं,नही,ke bina,ko chhodkar,ko chodkar,ko chhod kar,ko chod kar,ko chhod ke,ko chod ke,chhodkar,chodkar,chhod kar,chod kar,chhod ke,chod ke,ke alawa,ke alava,ke siwa,ke siva,ke siway,ko hatakar,hatakar,ko hata kar,ko hata ke,ke bagair,ki jagah,ko nikalkar,nahi,nahin'
    .split(',')
    .map((phrase) => fold(phrase).split(' '))
    .sort((one, other) => other.length - one.length);

const isArticle =
  /^(?:the|my|our|a|an|that|this|of|in|for|el|la|los|las|lo|mi|mis|de|del|al|ese|esa|le|के|की|का|को|मेरे|मेरी|हमारे|ke|ki|ka|ko|mere|meri)$/;
const isJoiner = /^(?:and|or|nor|y|o|e|u|ni|और|या|aur|ya)$/;
const isEntity = (concept: Concept): boolean =>
  /^(?:room:|kind:|electricity$|water$|room$|device$|meter$|today$|yesterday$|weekend$|(?:this|last)(?:Week|Month|Year)$|w\d$|m\d+$|home$)/.test(
    concept,
  );

interface Cut {
  readonly from: number;
  readonly to: number;
}

/** Which words name a part of the home, or a time. */
const entitiesIn = (tokens: readonly Token[], home: Home, language: Asked['language']): boolean[] => {
  const words = tokens.map(({ word }) => word);
  const names = new Set([...home.devices.map(({ name }) => name), ...home.rooms].flatMap(foldName));
  const are = words.map((word) => names.has(word) && !isArticle.test(word));
  for (let at = 0; at < words.length; at += 1) {
    const found = booksOf[language].map((book) => phraseAt(book, words, at));
    const best = found.reduce((longest, one) => (one.length > longest.length ? one : longest));
    if ([...best.concepts].some(isEntity)) are.fill(true, at, at + best.length);
  }
  return are;
};

const startsAt = (words: readonly string[], at: number, phrases: readonly (readonly string[])[]): number =>
  phrases.find((phrase) =>
    phrase.every((word, i) => words[at + i] === word || (word === 'de' && words[at + i] === 'del')),
  )?.length ?? 0;

/** Where a clause begins: what is left out does not go on into the next. */
const clauseStarts = (typed: string): ReadonlySet<number> => {
  let count = 0;
  return new Set(typed.split(/[,;:!?¿¡]|\.(?!\d)/).map((clause) => (count += tokensOf(clause).length)));
};

/** "Without the heat pump", "रसोई के अलावा": from its first word to behind its last; null: nothing is left out. */
const leftOutIn = (tokens: readonly Token[], { home, language, typed }: Asked): Cut | null => {
  const words = tokens.map(({ word }) => word);
  const starts = clauseStarts(typed);
  const isMarked = words.some(
    (word, at) => before.test(word) || startsAt(words, at, beforePhrases) > 0 || startsAt(words, at, afterPhrases) > 0,
  );
  if (!isMarked) return null;
  const are = entitiesIn(tokens, home, language);
  for (let at = 0; at < words.length; at += 1) {
    const length = startsAt(words, at, beforePhrases) || (before.test(words[at] ?? '') ? 1 : 0);
    let end = at + length;
    if (length > 0 && language !== 'hi') {
      const goesOn = (place: number): boolean =>
        !starts.has(place) && (are[place] || isArticle.test(words[place] ?? '') || isJoined(words, are, place));
      while (end < words.length && goesOn(end)) end += 1;
      while (end > at + length && !are[end - 1]) end -= 1;
      if (are.slice(at + length, end).includes(true)) return { from: at, to: end };
    }
    const behind = startsAt(words, at, afterPhrases);
    let from = at;
    if (behind === 0) continue;
    const isPartOfIt = (place: number): boolean =>
      are[place] === true || isArticle.test(words[place] ?? '') || isJoinedBack(words, are, place);
    while (from > 0 && !starts.has(from) && isPartOfIt(from - 1)) from -= 1;
    if (are.slice(from, at).includes(true)) return { from, to: at + behind };
  }
  return null;
};

/** "And the oven" goes on with what is left out. */
const isJoined = (words: readonly string[], are: readonly boolean[], at: number): boolean =>
  isJoiner.test(words[at] ?? '') &&
  (are[at + 1] === true || (isArticle.test(words[at + 1] ?? '') && are[at + 2] === true));
const isJoinedBack = (words: readonly string[], are: readonly boolean[], at: number): boolean =>
  isJoiner.test(words[at] ?? '') && are[at - 1] === true;

export interface LeftOut {
  /** As they were typed. */
  readonly words: string;
  /** The question without them. */
  readonly rest: string;
}

/** Figures are told of the whole: a part that is to be left out is named, and the rest is what is asked. */
export const leftOutOf = (asked: Asked): LeftOut | null => {
  const tokens = asked.words;
  const cut = leftOutIn(tokens, asked);
  if (cut === null) return null;
  const typedOf = (some: readonly Token[]): string => some.map(({ typed }) => typed).join(' ');
  return {
    words: typedOf(tokens.slice(cut.from, cut.to)),
    rest: typedOf([...tokens.slice(0, cut.from), ...tokens.slice(cut.to)]),
  };
};

/** The words of a "not" that no phrase of ours has taken in, with what they go with; null: there is none. */
export const unreadNegation = (asked: Asked): string | null => {
  const { language, reading, typed } = asked;
  if (!deniesIn(asked) || asked.has('silent')) return null;
  const taken = new Set(
    reading.items
      .filter(
        ({ text, concepts }) => text.includes(' ') && [...concepts].some((one) => one !== 'glue' && one !== 'negation'),
      )
      .flatMap(({ text }) => text.split(' ')),
  );
  const tokens = tokensOf(typed.replace(idioms, ' '));
  const at = tokens.findIndex((token) => isNegation(token, language) && !taken.has(token.word));
  if (at === -1) return null;
  const isBehind = language === 'hi';
  return tokens
    .slice(isBehind ? Math.max(0, at - 1) : at, isBehind ? at + 2 : at + 3)
    .map(({ typed: word }) => word)
    .join(' ');
};
