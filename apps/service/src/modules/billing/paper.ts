/** Writing on a PDF page in Latin and Devanagari: a font holds one script, so a text is set run by run. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { unpackWoff } from './unpack-woff.ts';

const require = createRequire(import.meta.url);
const weights = { regular: 400, strong: 600 } as const;
type Weight = keyof typeof weights;

// The first that has a letter writes it. woff, not woff2: the PDF library cannot take parts out of the latter.
const scripts = [
  'anek-latin/files/anek-latin-latin',
  'anek-latin/files/anek-latin-latin-ext',
  'anek-devanagari/files/anek-devanagari-devanagari',
];
const programs = new Map<string, Buffer>();

/** Read and unpacked once, when a document first needs it. */
const programOf = (script: number, weight: Weight): Buffer => {
  const file = `@fontsource/${scripts[script]}-${weights[weight]}-normal.woff`;
  const program = programs.get(file) ?? unpackWoff(readFileSync(require.resolve(file)));
  programs.set(file, program);
  return program;
};

export const ink = {
  ink: '#17212b',
  soft: '#52606d',
  line: '#e4e0d6',
  leaf: '#14594a',
  power: '#8f5400',
  powerFill: '#f2a71b',
  water: '#0f6a97',
  waterFill: '#1277a8',
} as const;

export const margin = 54;

export interface Script {
  size?: number;
  weight?: Weight;
  color?: string;
  /** Where `x` is: at the left end, or at the right. */
  align?: 'left' | 'right';
}

interface FontProgram {
  _font: { font: { hasGlyphForCodePoint(code: number): boolean } };
}

interface Run {
  script: number;
  text: string;
}

export const openPaper = (title: string, language: string, createdMs: number) => {
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Creator: 'Wattershed', Producer: 'Wattershed', CreationDate: new Date(createdMs) },
  });
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

  /** Spaces that the fonts lack are written as the one that they have. */
  const tidy = (text: string): string => text.replace(/[\u2009\u202f]/g, '\u00a0').replace(/[\u200e\u200f]/g, '');
  const scriptOf = (code: number, before: number | undefined): number => {
    if (before !== undefined && has[before]?.(code)) return before;
    return has.findIndex((one) => one(code));
  };
  const runsOf = (text: string): Run[] => {
    const runs: Run[] = [];
    for (const letter of tidy(text)) {
      const script = scriptOf(letter.codePointAt(0) ?? 0, runs.at(-1)?.script);
      if (script < 0) continue;
      const last = runs.at(-1);
      if (last?.script === script) last.text += letter;
      else runs.push({ script, text: letter });
    }
    return runs;
  };
  const set = ({ script }: Run, { size = 10, weight = 'regular', color = ink.ink }: Script): void => {
    use(script, weight);
    doc.fontSize(size).fillColor(color);
  };
  // The typeface's own spaces are narrow on paper.
  const spacing = ({ size = 10 }: Script) => ({ wordSpacing: size * 0.07 });
  const width = (text: string, style: Script = {}): number =>
    runsOf(text).reduce((sum, run) => {
      set(run, style);
      return sum + doc.widthOfString(run.text, spacing(style));
    }, 0);

  const write = (text: string, x: number, baseline: number, style: Script = {}): void => {
    let at = style.align === 'right' ? x - width(text, style) : x;
    for (const run of runsOf(text)) {
      set(run, style);
      doc.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic', ...spacing(style) });
      at += doc.widthOfString(run.text, spacing(style));
    }
  };

  return {
    doc,
    right: doc.page.width - margin,
    bottom: doc.page.height - margin,
    width,
    write,
    canWrite: (text: string): boolean =>
      Array.from(tidy(text)).every((letter) => has.some((one) => one(letter.codePointAt(0) ?? 0))),
    /** Breaks at spaces; answers the baseline below the last line. */
    paragraph: (text: string, x: number, baseline: number, most: number, style: Script = {}): number => {
      const step = (style.size ?? 10) * 1.5;
      let at = baseline;
      let line = '';
      for (const word of text.split(' ')) {
        const longer = line === '' ? word : `${line} ${word}`;
        if (line !== '' && width(longer, style) > most) {
          write(line, x, at, style);
          at += step;
          line = word;
        } else line = longer;
      }
      write(line, x, at, style);
      return at + step;
    },
    rule: (y: number, color: string = ink.line): void => {
      doc
        .moveTo(margin, y)
        .lineTo(doc.page.width - margin, y)
        .lineWidth(0.75)
        .strokeColor(color)
        .stroke();
    },
    /** At the foot of every page, once all are written. */
    finish: (foot: (page: number, pages: number) => string): void => {
      const { start, count } = doc.bufferedPageRange();
      for (let page = 0; page < count; page += 1) {
        doc.switchToPage(start + page);
        // Below the margin, where the library would begin another page.
        doc.page.margins.bottom = 0;
        write(foot(page + 1, count), margin, doc.page.height - 30, { size: 8.5, color: ink.soft });
      }
      doc.end();
    },
  };
};

export type Paper = ReturnType<typeof openPaper>;
