/** A file, or what a device sends, and what it is known to come to. */
import type { ImportOptions } from '#subjects/readings/contract/imports.ts';
import type { Utility } from '#catalogue/index.ts';

/** Wh or mL: of all of it, or of each local month. */
type Amount = number | Readonly<Record<string, number>>;

/** What a person says where the preview asks; saying what was not asked is a fault of the trial. */
export interface Answers {
  readonly kind?: 'counter' | 'interval';
  readonly unit?: { readonly [column: string]: Pick<ImportOptions['mappings'][number], 'unit' | 'kind'> };
  readonly stamp?: 'start' | 'end';
  /** A column is taken instead of what was proposed, as it is read itself. */
  readonly only?: string;
  /** How long a row lasts, where only whoever wrote the file knows. */
  readonly rowS?: number;
}

/** The doors of one household. */
export interface Doors {
  /** Looks at the file and imports it as it is proposed. Its meters are called as its columns are. */
  file(content: Uint8Array | string, name: string, answers?: Answers): Promise<void>;
  /** Takes the last file back. */
  undo(): Promise<void>;
  meter(key: string, utility: Utility): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Readings in JSON, a telegram of a P1 port, lines, radio telegrams: by address. */
  post(address: string, body: string): Promise<number>;
  /** At the home's own broker, one after the other without waiting; what is found is added, and is called `device part`. */
  publish(messages: readonly (readonly [topic: string, payload: unknown])[]): Promise<void>;
  wait(seconds: number): void;
}

/**
 * Why a figure may be another than the true one, as the product itself says it: the file says two things of one time (`asked`), or what no home
 * can pass waits for a decision (`quarantined`).
 */
export type Mark = 'asked' | 'quarantined';

export interface Trial {
  readonly name: string;
  readonly timeZone?: string;
  readonly give: (doors: Doors) => Promise<void>;
  /** What each meter has used. A meter that is not named has used nothing. */
  readonly used?: () => Readonly<Record<string, Amount>> | Promise<Readonly<Record<string, Amount>>>;
  /** What the counter of each meter shows. */
  readonly shown?: () => Readonly<Record<string, number>>;
  /** What was used, and the file does not say: of a counter, what was used before its first value. */
  readonly unsaid?: () => Readonly<Record<string, number>>;
  readonly mark?: Mark;
  /** Cells that are no use, and in no total. */
  readonly leftOut?: () => readonly string[];
}

export const monthsOf = (amount: Amount): Readonly<Record<string, number>> | null =>
  typeof amount === 'number' ? null : amount;

export const totalOf = (amount: Amount): number =>
  typeof amount === 'number' ? amount : Object.values(amount).reduce((sum, one) => sum + one, 0);
