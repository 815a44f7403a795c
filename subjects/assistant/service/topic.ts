/** What a topic is: one kind of question, whole, in one file. `topics.ts` lists them. */
import type { Asking, OwnAnswer } from './asking.ts';
import type { Intent, Intents } from './intent.ts';
import type { NextAsked, Of } from './talk/suggestions.ts';
import type { Tool } from './tools/tool.ts';
import type { Rule } from './understand/asked.ts';
import type { Saying } from './understand/sayings.ts';

/** How another topic's question is answered: handed in, for only the list knows all of them. */
export type Reply = (asking: Asking, intent: Intent) => Promise<OwnAnswer>;

type AskOf<About extends keyof Intents> = Intents[About] extends { readonly ask: infer Ask extends string }
  ? Ask
  : never;

export interface Topic<About extends keyof Intents = keyof Intents> {
  readonly about: About;
  /** What exactly is asked; null: this is not. Left out: only rules of others lead here. */
  readonly rule?: Rule;
  /** `figures`: of what was measured; `state`: of what is so now; `words`: of nothing of the home, or it asks back. */
  readonly tells?: 'figures' | 'state' | 'words';
  /**
   * The concepts that its answer takes in, beside the part of the home, the times and the utility that it is of; any
   * other word is told. `time`, `hours`: what is named of them, where no day of the intent says that it is of them.
   */
  readonly takes?: string;
  /** The same for each thing that may be asked of it. */
  readonly takesFor?: Readonly<Partial<Record<AskOf<About>, string>>>;
  /** What it was recognised by, where no single word tells it. */
  saidBy?(intent: Intent<About>): readonly Saying[];
  /** What may be asked next. */
  readonly next?: readonly NextAsked[];
  /** How a program asks the same. */
  readonly tools?: readonly Tool[];
  /** The same where it goes by what was asked. */
  nextOf?(of: Of, intent: Intent<About>): readonly string[];
  reply(asking: Asking, intent: Intent<About>, reply: Reply): OwnAnswer | Promise<OwnAnswer>;
}
