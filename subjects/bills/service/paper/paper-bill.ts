/** What a utility's bill on paper says, and where on its pages it says it. */
import type { LocalDay } from '#catalogue/local-day.ts';
import type { DecimalText } from '../../domain/tariff/plan.ts';
import type { Unit } from './figures.ts';

/** Why a file cannot be read as a bill: damaged or no PDF, with a password, more than a bill has, or pictures without text. */
export type PaperFault = 'paper-broken' | 'paper-locked' | 'paper-long' | 'paper-picture';

export interface PaperPlace {
  /** From 1. */
  readonly page: number;
  /** In shares of its page, from the top left corner. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** A line of a bill as it is printed. Its factors are told where they make its amount. */
export interface PaperLine extends PaperPlace {
  readonly text: string;
  /** What was counted; of a share, the amount that it is a share of. */
  readonly quantity?: DecimalText;
  /** `%`: the rate is a percentage. */
  readonly unit?: Unit | '%' | undefined;
  /** In the currency, for each unit; or percent. */
  readonly rate?: DecimalText;
  /** For which a quantity of power is paid. */
  readonly days?: DecimalText;
  readonly amount: DecimalText;
}

export type PaperField = 'from' | 'to' | 'issued' | 'used' | 'currency' | 'total' | 'tax';

export interface PaperBill {
  readonly from?: LocalDay;
  /** The first day after it. */
  readonly to?: LocalDay;
  readonly issued?: LocalDay;
  readonly used?: { readonly amount: DecimalText; readonly unit?: Unit };
  readonly reads: readonly { readonly previous: DecimalText; readonly current: DecimalText }[];
  readonly currency?: string;
  readonly total?: DecimalText;
  /** All of its taxes that are shares. */
  readonly tax?: DecimalText;
  readonly lines: readonly PaperLine[];
  readonly places: Readonly<Partial<Record<PaperField, PaperPlace>>>;
  /** What a bill has and could not be read, with the place where it seems to stand. */
  readonly unreadable: readonly { readonly field: PaperField; readonly place: PaperPlace | null }[];
}
