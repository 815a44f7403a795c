/** What a file of market prices or day colours was read to. */
import type { priceFaultCode } from '@wattershed/contracts';
import type { PricePoint, PriceTax } from '@wattershed/domain';
import type { z } from 'zod';

export interface PriceSeriesFile {
  readonly series: string;
  readonly stepS: number;
  /** Ascending, per kWh. */
  readonly points: readonly PricePoint[];
}

export interface ColourSeriesFile {
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
