import { factsOf } from '#catalogue/index.ts';
import type { KeptReading, RepairWish } from '../contract/repairs.ts';
import { serviceNow } from '#shell/parts/clock.ts';
import { instantOfClock, localDayOf } from '#shell/text/local-day.ts';
import type { MeterRow } from './readings-queries.ts';

/** A reading, kept or set aside. */
type Shown = Pick<KeptReading, 'at' | 'value'> & Partial<Pick<KeptReading, 'spanS'>>;

/** What a person wants to put right, before they have said how. */
export type RepairTask =
  | { readonly kind: 'correct' | 'start' | 'remove-one'; readonly reading: Shown }
  | { readonly kind: 'remove' | 'exchange' | 'limits' | 'believe' | 'discard' };

/** The entries of the form, as they are typed. */
export interface RepairEntry {
  value: string;
  day: string;
  from: string;
  to: string;
  oldValue: string;
  newValue: string;
  most: string;
  gap: string;
  rollsOver: string;
}

export type EntryFault = 'invalid' | 'order' | 'future';
export type Checked =
  | { readonly ok: true; readonly wish: RepairWish }
  | { readonly ok: false; readonly field: keyof RepairEntry; readonly fault: EntryFault };

/** What a counter shows, and the most in an hour, is typed in the counter's unit and kept in base units. */
const sizeOf = ({ utility }: MeterRow): number => factsOf(utility).counter.size;

const asTyped = (value: number): string => String(value);

export function startEntry(task: RepairTask, meter: MeterRow, day: string): RepairEntry {
  const unit = sizeOf(meter);
  return {
    value: 'reading' in task ? asTyped(task.reading.value / unit) : '',
    day,
    from: '00:00',
    to: '23:59',
    oldValue: '',
    newValue: '0',
    most: asTyped(meter.max_per_hour / sizeOf(meter)),
    gap: asTyped(Math.round(meter.max_gap_s / 60)),
    rollsOver: meter.rolls_over_at === null ? '' : asTyped(meter.rolls_over_at / unit),
  };
}

/** A number with a comma or a point; undefined where it is none, or below zero. */
export function parseAmount(text: string, factor: number): number | undefined {
  const plain = text.trim().replace(',', '.');
  if (!/^-?\d+(\.\d*)?$/.test(plain)) return undefined;
  const amount = Math.round(Number(plain) * factor);
  return Number.isSafeInteger(amount) ? amount : undefined;
}

const fault = (field: keyof RepairEntry, code: EntryFault = 'invalid'): Checked => ({
  ok: false,
  field,
  fault: code,
});

const notNegative = (text: string, factor: number): number | undefined => {
  const amount = parseAmount(text, factor);
  return amount === undefined || amount < 0 ? undefined : amount;
};

function checkExchange(entry: RepairEntry, meter: MeterRow, timeZone: string): Checked {
  const unit = sizeOf(meter);
  const newValue = notNegative(entry.newValue, unit);
  const oldValue = entry.oldValue.trim() === '' ? undefined : notNegative(entry.oldValue, unit);
  if (entry.day === '') return fault('day');
  if (entry.from === '') return fault('from');
  if (entry.oldValue.trim() !== '' && oldValue === undefined) return fault('oldValue');
  if (newValue === undefined) return fault('newValue');
  const at = instantOfClock(entry.day, entry.from, timeZone);
  if (at > serviceNow()) return fault('from', 'future');
  return {
    ok: true,
    wish: {
      kind: 'exchange',
      meter: meter.id,
      at: new Date(at).toISOString(),
      newValue,
      ...(oldValue !== undefined && { oldValue }),
    },
  };
}

function checkLimits(entry: RepairEntry, meter: MeterRow): Checked {
  const maxPerHour = notNegative(entry.most, sizeOf(meter));
  const minutes = notNegative(entry.gap, 1);
  const isEndless = entry.rollsOver.trim() === '';
  const rollsOverAt = isEndless ? null : notNegative(entry.rollsOver, sizeOf(meter));
  if (maxPerHour === undefined || maxPerHour < 1 || maxPerHour > 1_000_000_000) return fault('most');
  if (minutes === undefined || minutes < 1 || minutes > 44_640) return fault('gap');
  if (rollsOverAt === undefined || rollsOverAt === 0) return fault('rollsOver');
  return { ok: true, wish: { kind: 'limits', meter: meter.id, maxPerHour, maxGapS: minutes * 60, rollsOverAt } };
}

function checkRemove(entry: RepairEntry, meter: MeterRow, timeZone: string): Checked {
  if (entry.day === '') return fault('day');
  if (entry.from === '') return fault('from');
  if (entry.to === '') return fault('to');
  const from = instantOfClock(entry.day, entry.from, timeZone);
  // The minute that is named last goes too.
  const to = instantOfClock(entry.day, entry.to, timeZone) + 60_000;
  if (to <= from + 59_999) return fault('to', 'order');
  const wish = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  return { ok: true, wish: { kind: 'remove', meter: meter.id, ...wish } };
}

export function checkEntry(task: RepairTask, entry: RepairEntry, meter: MeterRow, timeZone: string): Checked {
  switch (task.kind) {
    case 'believe':
    case 'discard':
      return { ok: true, wish: { kind: task.kind, meter: meter.id } };
    case 'start': {
      const { at, value } = task.reading;
      return { ok: true, wish: { kind: 'exchange', meter: meter.id, at, newValue: value } };
    }
    case 'remove-one': {
      const end = new Date(Date.parse(task.reading.at) + 1000).toISOString();
      return { ok: true, wish: { kind: 'remove', meter: meter.id, from: task.reading.at, to: end } };
    }
    case 'correct': {
      const value = parseAmount(entry.value, sizeOf(meter));
      if (value === undefined || (value < 0 && !task.reading.spanS)) return fault('value');
      return { ok: true, wish: { kind: 'correct', meter: meter.id, at: task.reading.at, value } };
    }
    case 'exchange':
      return checkExchange(entry, meter, timeZone);
    case 'limits':
      return checkLimits(entry, meter);
    case 'remove':
      return checkRemove(entry, meter, timeZone);
  }
}

/** The local day that is shown first: the one asked for, that of the latest reading, or today. */
export function firstDay(
  asked: string | null,
  lastAt: string | null | undefined,
  now: number,
  timeZone: string,
): string {
  if (asked !== null && /^\d{4}-\d{2}-\d{2}$/.test(asked)) return asked;
  return localDayOf(lastAt ? Date.parse(lastAt) : now, timeZone);
}
