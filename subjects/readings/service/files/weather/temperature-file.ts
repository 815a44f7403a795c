/** What a file of outdoor temperatures was read to. */
import type { temperatureFaultCode, temperatureUnit } from '#subjects/bills/contract/weather.ts';
import type { LocalDay } from '#catalogue/local-day.ts';
import type { z } from 'zod';

export type TemperatureUnit = z.infer<typeof temperatureUnit>;

export interface TemperatureFault {
  readonly code: z.infer<typeof temperatureFaultCode>;
  /** From 1. */
  readonly line?: number | undefined;
  readonly value: string;
}

export interface Temperatures {
  readonly ok: true;
  /** Tenths of °C by local day. */
  readonly days: Readonly<Record<LocalDay, number>>;
  /** Days of which there were too few hours. */
  readonly leftOut: number;
  /** Days that are not over. */
  readonly ahead: number;
  /** The titles of what was read. */
  readonly columns: readonly string[];
  readonly unit: TemperatureUnit;
  readonly isUnitTold: boolean;
}

export type TemperatureFile = Temperatures | { readonly ok: false; readonly fault: TemperatureFault };

export interface TemperatureFileOptions {
  /** For files that do not say it. */
  readonly unit?: TemperatureUnit | undefined;
  /** The household's: of its days, and of times without an offset. */
  readonly timeZone: string;
  /** Days from this one on are not over. */
  readonly today: LocalDay;
}

/** Ends the reading of a file from within; the door turns it into a value. */
export class TemperatureError extends Error {
  readonly fault: TemperatureFault;
  constructor(code: TemperatureFault['code'], value = '', line?: number) {
    super(code);
    this.fault = { code, value: value.slice(0, 120), line };
  }
}
