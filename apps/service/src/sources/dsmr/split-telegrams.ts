/** Cuts what a serial port says into telegrams: from `/` to the end of the line of `!`. */

export interface TelegramSplitter {
  /** The telegrams that this piece completes; whatever breaks off waits for the next one. */
  readonly feed: (piece: string) => string[];
}

/** The longest that a meter sends, with a year of monthly peaks, is under 4 kB. */
const longest = 64 * 1024;
const whole = /\/[^/]*?![0-9A-F]{0,4}\s*?\n/gi;

export const splitTelegrams = (): TelegramSplitter => {
  let rest = '';
  return {
    feed: (piece) => {
      rest += piece;
      const telegrams = [...rest.matchAll(whole)];
      const last = telegrams.at(-1);
      if (last) rest = rest.slice(last.index + last[0].length);
      if (rest.length > longest) rest = '';
      return telegrams.map(([text]) => text);
    },
  };
};
