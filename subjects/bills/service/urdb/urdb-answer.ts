/** What reading a rate of the Utility Rate Database answers: a plan and what to know about it, or why there is none. */
import type { UrdbAssumption, UrdbFault, UrdbNote } from '../../contract/urdb.ts';
import type { TariffPlan } from '../../domain/tariff/plan.ts';

/** Keys and indexes from the record down; `items` is above it. */
export type UrdbPath = (string | number)[];

export type UrdbRefusal = { readonly ok: false; readonly fault: UrdbFault };

export type ReadUrdb =
  | { readonly ok: true; readonly plan: TariffPlan; readonly notes: readonly UrdbNote[]; readonly count: number }
  | UrdbRefusal;

/** A number or text as it stands; what is made of parts has no short form. */
const valueText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).slice(0, 120)
    : '';

export const refuse = (code: UrdbFault['code'], path: UrdbPath, value?: unknown): UrdbRefusal => ({
  ok: false,
  fault: { code, path, value: valueText(value) },
});

/** Notes of one record, each said once. */
export interface UrdbNotes {
  leftOut(path: UrdbPath, value?: unknown): void;
  assumed(what: UrdbAssumption, path: UrdbPath, value?: unknown): void;
  all(): readonly UrdbNote[];
}

export const takeNotes = (): UrdbNotes => {
  const notes = new Map<string, UrdbNote>();
  const take = (note: UrdbNote) => notes.set(JSON.stringify(note), note);
  return {
    leftOut: (path, value) => take({ code: 'left-out', path, value: valueText(value) }),
    assumed: (what, path, value) => take({ code: 'assumed', what, path, value: valueText(value) }),
    all: () => [...notes.values()],
  };
};
