/** What a file of market prices or day colours was read to. */
import type { z } from 'zod';
import type { priceFaultCode } from '../../contract/prices.ts';
import { decimalOf, decimalText, powerOfTen } from '../../domain/tariff/exact.ts';
import type { PriceTax } from '../../domain/tariff/plan.ts';
import type { PricePoint } from '../../domain/tariff/price-series.ts';

interface PriceSeriesFile {
  readonly series: string;
  readonly stepS: number;
  /** Ascending, per kWh. */
  readonly points: readonly PricePoint[];
}

interface ColourSeriesFile {
  readonly series: string;
  /** Colours by local day. */
  readonly days: Readonly<Record<string, string>>;
}

export interface PriceFileFault {
  readonly code: z.infer<typeof priceFaultCode>;
  /** From 1; of a JSON file the number of the value. */
  readonly line?: number | undefined;
  readonly value: string;
}

export type PriceFile =
  | { readonly ok: true; readonly kind: 'prices'; readonly series: readonly PriceSeriesFile[] }
  | { readonly ok: true; readonly kind: 'colours'; readonly series: readonly ColourSeriesFile[] }
  | { readonly ok: false; readonly fault: PriceFileFault };

export interface PriceFileOptions {
  /** For files that do not say what their prices are. */
  readonly series?: string | undefined;
  /** What a CSV's prices are for. */
  readonly per: 'kWh' | 'MWh';
  /** Whether a table's prices hold tax, where somebody has said. */
  readonly tax?: PriceTax | undefined;
  /** Of times without an offset, and of local days. */
  readonly timeZone: string;
}

export const refuse = (code: PriceFileFault['code'], value: string, line?: number): PriceFile => ({
  ok: false,
  fault: { code, value: value.slice(0, 120), line },
});

// Decimals of prices as texts: moved by powers of ten without a float in between.

/** What a price may have at most: of any more nothing could be kept. */
const maxDecimals = 30;
const maxPrice = 1_000_000n;

/** `1.234,5` and `1,234.5`: of two marks the last is the decimal one, and one that stands several times is none. */
const withPoint = (text: string): string => {
  const last = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'));
  const mark = text[last] ?? '';
  const isGrouped = mark !== '' && text.indexOf(mark) !== last;
  const [whole, fraction] = last < 0 || isGrouped ? [text, ''] : [text.slice(0, last), text.slice(last + 1)];
  return `${whole.replaceAll(/[.,]/g, '')}${fraction === '' ? '' : `.${fraction}`}`;
};

/**
 * `131,04`, `1 310.4` (with spaces of any width), `−0.5` and `1.2e-7` as a plain decimal, times `10^-moved`; null for what is none, or is
 * more than can be kept.
 */
export const plainPrice = (text: string, moved = 0): string | null => {
  const spelt = text.replaceAll(/[\s\u200b\ufeff'’]/gu, '').replace(/^[−–]/, '-');
  const [, sign = '', digits = '', exponent = '0'] =
    /^([+-]?)(\d[\d.,]*|[.,]\d+)(?:e([+-]?\d{1,3}))?$/i.exec(spelt) ?? [];
  const price = withPoint(digits.replace(/^[.,]/, '0.'));
  if (!/^\d{1,40}([.]\d{1,60})?$/.test(price)) return null;
  const { units, scale } = decimalOf(price);
  const places = scale + moved - Number(exponent);
  const [whole, decimals] = places < 0 ? [units * powerOfTen(-places), 0] : [units, places];
  const plain = decimalText(whole, decimals);
  // As it was written, where it was not moved.
  const short = places !== scale && plain.includes('.') ? plain.replace(/[.]?0+$/, '') : plain;
  const isKept = (short.split('.')[1] ?? '').length <= maxDecimals && whole < maxPrice * powerOfTen(decimals);
  return isKept ? `${sign === '-' && whole !== 0n ? '-' : ''}${short}` : null;
};

/** Points in order as a series: their step is the shortest time between two. */
const steps = [900, 1800, 3600];

type SeriesResult =
  | { readonly ok: true; readonly series: PriceSeriesFile }
  | { readonly ok: false; readonly fault: PriceFileFault };

const textOf = (startS: number): string => new Date(startS * 1000).toISOString();

/** `lines` are where the points stand in the file; none: one after the other. */
export const seriesOfPoints = (
  name: string,
  given: readonly PricePoint[],
  lines: readonly number[] = given.map((_, i) => i + 1),
  saidStepS?: number,
): SeriesResult => {
  const points = given.map((point, i) => ({ point, line: lines[i] })).sort((a, b) => a.point.startS - b.point.startS);
  const fault = (code: PriceFileFault['code'], { point, line }: (typeof points)[number]): SeriesResult => ({
    ok: false,
    fault: { code, line, value: textOf(point.startS) },
  });
  const [first] = points;
  if (!first) return { ok: false, fault: { code: 'prices-empty', value: name } };
  const twice = points.find(({ point }, i) => points[i - 1]?.point.startS === point.startS);
  if (twice) return fault('time-twice', twice);
  const gapAt = (i: number): number => (points[i]?.point.startS ?? 0) - (points[i - 1]?.point.startS ?? 0);
  const gaps = points.slice(1).map((_, i) => gapAt(i + 1));
  const stepS = saidStepS ?? gaps.reduce((least, gap) => Math.min(least, gap), 3600);
  // Where the step is none of ours, whoever comes too soon after the one before.
  const wrong = points.find(({ point }, i) =>
    steps.includes(stepS) ? point.startS % stepS !== 0 : gapAt(i) === stepS,
  );
  if (wrong) return fault('step-mixed', wrong);
  return { ok: true, series: { series: name, stepS, points: points.map(({ point }) => point) } };
};
