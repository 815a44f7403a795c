/** Letters on a PDF page in Latin and Devanagari: a font holds one script, so a text is set word by word and run by run. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { inflateSync } from 'node:zlib';

const require = createRequire(import.meta.url);
type Weight = 'regular' | 'strong';

// The first that has a letter writes it. woff, not woff2: the PDF library cannot take parts out of the latter. Whole names: what is built takes the files along.
const scripts: readonly Record<Weight, string>[] = [
  {
    regular: '@fontsource/anek-latin/files/anek-latin-latin-400-normal.woff',
    strong: '@fontsource/anek-latin/files/anek-latin-latin-600-normal.woff',
  },
  {
    regular: '@fontsource/anek-latin/files/anek-latin-latin-ext-400-normal.woff',
    strong: '@fontsource/anek-latin/files/anek-latin-latin-ext-600-normal.woff',
  },
  {
    regular: '@fontsource/anek-devanagari/files/anek-devanagari-devanagari-400-normal.woff',
    strong: '@fontsource/anek-devanagari/files/anek-devanagari-devanagari-600-normal.woff',
  },
];
const isBuilt = !import.meta.url.endsWith('.ts');
const place = (file: string): string | URL =>
  isBuilt ? new URL(`files/${basename(file)}`, import.meta.url) : require.resolve(file);
const devanagari = 2;
const programs = new Map<string, Buffer>();

/** Read and unpacked once, when a document first needs it. */
const programOf = (script: number, weight: Weight): Buffer => {
  const file = (scripts[script] as Record<Weight, string>)[weight];
  const program = programs.get(file) ?? unpackWoff(readFileSync(place(file)));
  programs.set(file, program);
  return program;
};

export interface Style {
  size?: number;
  weight?: Weight;
  color?: string;
  /** Where `x` is: at the left end, or at the right. */
  align?: 'left' | 'right';
}

interface FontProgram {
  _font: { font: { hasGlyphForCodePoint(code: number): boolean } };
}

/** A part of a word, or all of it. */
interface Run {
  script: number;
  text: string;
}

const defaults = { size: 10, weight: 'regular', color: '#17212b' } as const;
/** The typeface's own spaces are narrow on paper: each is wider by this share of the size. */
const spacing = 0.07;
/** Without the features of a font that set signs on letters: they stand beside them. */
const besideLetters = { abvm: false, blwm: false, mark: false, mkmk: false };
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Spaces that the fonts lack are written as the one that they have. */
const tidy = (text: string): string => text.replace(/[\u2009\u202f]/g, '\u00a0').replace(/[\u200e\u200f]/g, '');

/** With the space after each. */
const wordsOf = (text: string): string[] => tidy(text).match(/[^ ]+ ?| /g) ?? [];

export const openFonts = (doc: PDFKit.PDFDocument) => {
  const names = new Set<string>();
  const use = (script: number, weight: Weight): void => {
    const name = `${script} ${weight}`;
    if (!names.has(name)) doc.registerFont(name, programOf(script, weight));
    names.add(name);
    doc.font(name);
  };
  const has = scripts.map((_, script) => {
    use(script, 'regular');
    // oxlint-disable-next-line no-underscore-dangle -- the library names no other way to ask a font for its letters
    const { font } = (doc as unknown as FontProgram)._font;
    return (code: number) => font.hasGlyphForCodePoint(code);
  });

  const scriptOf = (code: number, before: number | undefined): number => {
    if (before !== undefined && has[before]?.(code)) return before;
    return has.findIndex((one) => one(code));
  };
  const runsOf = (word: string): Run[] => {
    const runs: Run[] = [];
    for (const letter of word) {
      const last = runs.at(-1);
      const script = scriptOf(letter.codePointAt(0) ?? 0, last?.script);
      if (script < 0) continue;
      if (last?.script === script) last.text += letter;
      else runs.push({ script, text: letter });
    }
    return runs;
  };
  const set = ({ script }: Run, { size = defaults.size, weight = defaults.weight, color }: Style): void => {
    use(script, weight);
    doc.fontSize(size).fillColor(color ?? defaults.color);
  };
  /** The library cannot place a sign on a letter that takes none, as a slip of the pen may ask for. */
  const shapingOf = ({ text }: Run): { features?: PDFKit.Mixins.OpenTypeFeatures[] } => {
    try {
      doc.widthOfString(text);
      return {};
    } catch {
      return { features: besideLetters as unknown as PDFKit.Mixins.OpenTypeFeatures[] };
    }
  };
  const advance = (run: Run, style: Style): number =>
    doc.widthOfString(run.text, shapingOf(run)) +
    (run.text.endsWith(' ') ? (style.size ?? defaults.size) * spacing : 0);
  const width = (text: string, style: Style = {}): number =>
    wordsOf(text)
      .flatMap(runsOf)
      .reduce((sum, run) => {
        set(run, style);
        return sum + advance(run, style);
      }, 0);

  const writeWord = (runs: readonly Run[], start: number, baseline: number, style: Style): number =>
    runs.reduce((x, run) => {
      set(run, style);
      doc.text(run.text, x, baseline, { lineBreak: false, baseline: 'alphabetic', ...shapingOf(run) });
      return x + advance(run, style);
    }, start);
  const write = (text: string, x: number, baseline: number, style: Style = {}): void => {
    let at = style.align === 'right' ? x - width(text.trimEnd(), style) : x;
    for (const word of wordsOf(text)) {
      const runs = runsOf(word);
      // The shapes of Devanagari stand in another order than its letters: the word itself goes with them, to be read and copied.
      const isShaped = runs.some(({ script }) => script === devanagari);
      if (isShaped) doc.markContent('Span', { actual: runs.map((run) => run.text).join('') });
      at = writeWord(runs, at, baseline, style);
      if (isShaped) doc.endMarkedContent();
    }
  };

  /** A word that is wider than a line is broken between its letters. */
  const piecesOf = (word: string, most: number, style: Style): string[] => {
    if (width(word, style) <= most) return [word];
    const pieces = [''];
    for (const { segment } of graphemes.segment(word)) {
      const longer = `${pieces.at(-1)}${segment}`;
      if (width(longer, style) <= most) pieces[pieces.length - 1] = longer;
      else pieces.push(segment);
    }
    return pieces;
  };
  /** The text in lines of at most this width, broken at spaces. */
  const linesOf = (text: string, most: number, style: Style = {}): string[] => {
    const lines = [''];
    for (const piece of text.split(' ').flatMap((word) => piecesOf(word, most, style))) {
      const line = lines.at(-1);
      const longer = line === '' ? piece : `${line} ${piece}`;
      if (width(longer, style) <= most) lines[lines.length - 1] = longer;
      else lines.push(piece);
    }
    return lines;
  };

  return {
    write,
    linesOf,
    canWrite: (text: string): boolean =>
      Array.from(tidy(text)).every((letter) => has.some((one) => one(letter.codePointAt(0) ?? 0))),
  };
};

export type PdfFonts = ReturnType<typeof openFonts>;

/** A web font with its tables unpacked: the PDF library would unpack them anew at every letter. */

const headBytes = { woff: 44, woffTable: 20, sfnt: 12, sfntTable: 16 } as const;
const toFour = (length: number): number => (length + 3) & ~3;

/** WOFF 1.0 (W3C, section 3 to 5) to the font file that is inside it. */
const unpackWoff = (woff: Buffer): Buffer => {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, i) => {
    const at = headBytes.woff + i * headBytes.woffTable;
    const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const stored = woff.subarray(offset, offset + packed);
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      length,
      data: packed < length ? inflateSync(stored) : stored,
    };
  });
  let end = headBytes.sfnt + count * headBytes.sfntTable;
  const font = Buffer.alloc(tables.reduce((sum, { length }) => sum + toFour(length), end));
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  font.writeUInt16BE(2 ** power * 16, 6);
  font.writeUInt16BE(power, 8);
  font.writeUInt16BE(count * 16 - 2 ** power * 16, 10);
  tables.forEach(({ tag, checksum, length, data }, i) => {
    const at = headBytes.sfnt + i * headBytes.sfntTable;
    tag.copy(font, at);
    font.writeUInt32BE(checksum, at + 4);
    font.writeUInt32BE(end, at + 8);
    font.writeUInt32BE(length, at + 12);
    data.copy(font, end);
    end += toFour(length);
  });
  return font;
};
