/** What a question is looked into with, and what an answer is. Figures are read by the modules of the pages, in the name of one person and of one household. */
import type { Language, Utility } from '#catalogue/index.ts';
import type { BillCosts } from '#subjects/bills/contract/bill-costs.ts';
import type { BillChanges, BillSoFar } from '#subjects/bills/contract/billing.ts';
import type { LocalDay } from '#catalogue/local-day.ts';
import type { PlanFacts } from '#subjects/bills/domain/tariff/pricing.ts';
import type { TariffPlan } from '#subjects/bills/domain/tariff/plan.ts';
import type { FiledBill, MarketFacts, PeriodCosts } from '#subjects/bills/service/index.ts';
import type { FaqAnswer } from '#subjects/contact/contract/contact.ts';
import type { HouseholdNotice } from '#supabase/tables/index.ts';
import type { LatestAnswer, UsageAnswer, UsageQuery } from '#subjects/usage/contract/usage.ts';
import type { AssistantResult } from '../contract/assistant.ts';
import type { Home } from './home.ts';
import type { AskedPeriod } from './intent.ts';
import type { Writer } from './writer.ts';

/** What the household is told of by itself; amounts in mL and s. */
export interface OpenNotice {
  readonly kind: HouseholdNotice['kind'];
  readonly device: string | null;
  /** An instant. */
  readonly since: string;
  readonly endedAt: string | null;
  readonly isDismissed: boolean;
  readonly utility: Utility | null;
  readonly figures: Readonly<Record<string, string | number>>;
}

export interface TariffInForce {
  readonly utility: Utility;
  readonly validFrom: LocalDay;
  readonly currency: string;
  readonly plan: TariffPlan;
  readonly facts: PlanFacts;
  readonly isExample: boolean;
}

export interface Budget {
  readonly utility: Utility;
  /** For one billing cycle, a decimal text. */
  readonly amount: string;
}

export type AskedUsage = Pick<UsageQuery, 'from' | 'to' | 'bucket' | 'by'> & { readonly device?: string | undefined };

/** Series of prices and of day colours by name, of local days `[from, to)`. */
export interface AskedMarket {
  readonly prices: readonly string[];
  readonly colours: readonly string[];
  readonly from: LocalDay;
  readonly to: LocalDay;
}

export interface Sources {
  usage(query: AskedUsage): Promise<UsageAnswer>;
  latest(): Promise<LatestAnswer>;
  soFar(): Promise<BillSoFar>;
  costs(): Promise<BillCosts>;
  /** What the use of some days cost, in the prices of their billing cycles. */
  periodCosts(days: Pick<AskedPeriod, 'from' | 'to'>): Promise<PeriodCosts>;
  /** Closed bills, the latest first. */
  bills(count: number): Promise<readonly FiledBill[]>;
  changes(bill: FiledBill, bills: readonly FiledBill[], against: 'before' | 'year'): Promise<BillChanges>;
  /** What is in force today, at most one of each utility. */
  tariffs(): Promise<readonly TariffInForce[]>;
  /** As bills take them: the household's own, else those that are there for all. What is not known is left out. */
  market(asked: AskedMarket): Promise<MarketFacts>;
  budgets(): Promise<readonly Budget[]>;
  /** Those that last, and those that ended in the last 30 days; the latest first. */
  notices(): Promise<readonly OpenNotice[]>;
  faq(language: Language): Promise<FaqAnswer['entries']>;
}

/** Of whom it is asked, where it is looked up, and how it is written. */
export interface Asking {
  readonly home: Home;
  readonly sources: Sources;
  readonly language: Language;
  readonly write: Writer;
}

export type FoundResult = Omit<AssistantResult, 'id'>;

export interface OwnAnswer {
  /** Markdown; each figure a link to the page that shows it. */
  readonly text: string;
  readonly results: readonly FoundResult[];
  /** What it would switch: the person is asked first. */
  readonly proposes?: { readonly device: string; readonly on: boolean };
}
