/** Cuts what a serial port says into telegrams: from `/` to the end of the line of `!`. */

export interface TelegramSplitter {
  /** The telegrams that this piece completes; whatever breaks off waits for the next one. */
  readonly feed: (piece: string) => string[];
}

/** The longest that a meter sends, with a year of monthly peaks, is under 4 kB. */
const longest = 64 * 1024;
/** A register below the end of a telegram. */
const register = /^\d-\d:\d+\.8\.\d+\S*\(.*$/m;
const whole = /\/[^/]*?![0-9A-F]{0,4}\s*?\n/gi;

export const splitTelegrams = (): TelegramSplitter => {
  let rest = '';
  let head = '';
  return {
    feed: (piece) => {
      rest += piece;
      const telegrams = [...rest.matchAll(whole)];
      // What some meters say between two telegrams belongs to the first of them.
      const said = telegrams.flatMap((telegram, i) => {
        const before = telegrams[i - 1];
        const between = rest.slice(before ? before.index + before[0].length : 0, telegram.index);
        const added = head !== '' && register.test(between) ? [`${head}\r\n\r\n${between.trim()}\r\n!\r\n`] : [];
        head = telegram[0].split(/\r?\n/, 1)[0] ?? '';
        return [...added, telegram[0]];
      });
      const last = telegrams.at(-1);
      if (last) rest = rest.slice(last.index + last[0].length);
      if (rest.length > longest) rest = '';
      return said;
    },
  };
};
