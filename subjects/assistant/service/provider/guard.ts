/** Watches an answer while it is written: its rules, the fence of its data and the key never come out of it. */

/** What must not be told, and how many letters of it in a row are no accident. */
export interface Untold {
  readonly text: string;
  readonly most: number;
}

export interface Guard {
  /** What may be shown now; null: it began to tell. */
  push(text: string): string | null;
  /** What still waited. */
  flush(): string;
}

/** Signs, spaces and capitals are no disguise. */
export const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, '');

/** From so many letters on, text waits until it is known how it goes on; ordinary sentences never do. */
const patienceOf = (most: number): number => Math.min(20, Math.ceil(most / 2));

/** Follows the longest end of an answer that stands in the text. Gives how many letters wait; null: it is told. */
const createRun = ({ text, most }: Untold): ((letter: string) => number | null) => {
  const letters = lettersOf(text);
  const patience = patienceOf(most);
  let run = '';
  return (letter) => {
    run += letter;
    while (!letters.includes(run)) run = run.slice(1);
    if (run.length >= most) return null;
    return run.length >= patience ? run.length : 0;
  };
};

/** The end of a text that holds so many letters. */
const lastLetters = (text: string, count: number): string => {
  let left = count;
  let from = text.length;
  while (left > 0 && from > 0) {
    from -= 1;
    left -= lettersOf(text.charAt(from)).length;
  }
  return text.slice(from);
};

export const createGuard = (untold: readonly Untold[]): Guard => {
  // Nothing shorter than what is looked for can be found in it.
  const runs = untold.filter(({ text, most }) => lettersOf(text).length >= most).map(createRun);
  let held = '';
  let waiting = 0;
  return {
    push: (text) => {
      for (const letter of lettersOf(text)) {
        const counts = runs.map((add) => add(letter));
        if (counts.includes(null)) return null;
        waiting = Math.max(0, ...counts.map(Number));
      }
      const all = held + text;
      held = lastLetters(all, waiting);
      return all.slice(0, all.length - held.length);
    },
    flush: () => {
      const rest = held;
      held = '';
      waiting = 0;
      return rest;
    },
  };
};
