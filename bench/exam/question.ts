/** What is asked, and which reactions to it are right: in a form that a program can hold an answer against. */
import type { Language } from '#catalogue/index.ts';
import type { Figures } from './figures.ts';

/** A text that has to stand in the answer; of several, one of them. */
export type Figure = string | readonly string[];

type Kind = 'answer' | 'ask-back' | 'decline' | 'says-unknown';

export type Switch = readonly [device: string, on: boolean];

export interface Reaction {
  readonly kind: Kind;
  readonly right: readonly Figure[];
  readonly says?: RegExp;
  readonly proposes: readonly Switch[];
  /** The figures have to stand in its sentences: one who asks for one of many is not served with all of them in a table. */
  readonly isNamed?: boolean;
  /** Of what is not known: figures of something else may stand beside it; or “not understood” is enough. */
  readonly besides?: 'figures' | 'nothing-understood';
}

interface More {
  /** The person's turns before, oldest first. */
  readonly after?: readonly string[];
  /** What must not be said, whichever the reaction. */
  readonly never?: RegExp;
}

export interface Question extends More {
  readonly text: string;
  /** One of them is right. */
  readonly reactions: readonly Reaction[];
}

/** By topic. */
export type Paper = Readonly<Record<string, readonly Question[]>>;

export interface Part {
  readonly name: string;
  readonly language: Language;
  readonly of: (figures: Figures) => readonly Paper[];
}

export const q = (text: string, reactions: Reaction | readonly Reaction[], more: More = {}): Question => ({
  text,
  reactions: [reactions].flat(),
  ...more,
});

const react = (
  kind: Kind,
  says?: RegExp,
  right: readonly Figure[] = [],
  proposes: readonly Switch[] = [],
): Reaction => ({
  kind,
  right,
  proposes,
  ...(says ? { says } : {}),
});

/** These figures, and the words that give them their meaning. */
export const tells = (right: readonly Figure[], words?: RegExp): Reaction => react('answer', words, right);
/** The same, of one among many. */
export const names = (right: readonly Figure[], words?: RegExp): Reaction => ({
  ...tells(right, words),
  isNamed: true,
});
/** An answer in words. */
export const says = (words: RegExp): Reaction => react('answer', words);
/** The same, and not as one line in the list of all devices. */
export const saysApart = ({ source }: RegExp): Reaction => says(new RegExp(`^(?![^]*Fridge)[^]*(?:${source})`, 'iu'));
/** A button for each of these, and nothing else. */
export const offers = (...switches: readonly Switch[]): Reaction => react('answer', undefined, [], switches);
/** A reaction, with these words beside it. */
export const saying = (words: RegExp, reaction: Reaction): Reaction => ({ ...reaction, says: words });
/** A question in return that names these. */
export const asksBack = (words?: RegExp): Reaction => react('ask-back', words);
/** It will not, or cannot; and tells no figure. */
export const declines = (words?: RegExp): Reaction => react('decline', words);
/** Not known, not measured, not in the product, or which word was not understood: “not understood” alone is not enough. */
export const unknown = (words?: RegExp): Reaction => react('says-unknown', words);
/** The same, beside what is known. */
export const unknownBeside = (words: RegExp): Reaction => ({ ...unknown(words), besides: 'figures' });
/** There was nothing to understand. */
export const baffled = (): Reaction => ({ ...unknown(), besides: 'nothing-understood' });

/** The seeded home's cheap hours, as a range. */
export const cheapHours =
  /\b(14|22)(:00)? ?(–|-|to|until|a|a las|से) ?(las )?(18|10|0|24)|\b0?0:00 ?(–|-|to|until|a|से) ?(las )?10/;
