/** What was used of a utility, what that cost, and which devices made the difference to the period before. */
import type { Utility } from '#catalogue/index.ts';
import { addDays, daysBetween, daysOf, type LocalDay } from '#catalogue/local-day.ts';
import { decimalText, sumOf, zero } from '#subjects/bills/domain/tariff/exact.ts';
import { compareSpans } from '../compare-spans.ts';
import { centsOf, shareCents } from './cents.ts';
import { type DeviceDay, groupBy, type HomeDay, medianOf } from './facts.ts';
import type { ReportMover, ReportRoom, ReportUtility } from './period-report.ts';
import { amountIn, centsIn, deviceKey, type Ledger } from './report-money.ts';
import { coverageOf, daysOfUtility, minUsual, periodsBefore, sum, within, type Work } from './work.ts';

export const utilityOf = (work: Work, utility: Utility): ReportUtility => {
  const { period, before, until, begun, today } = work;
  const hasPrice = work.ledger?.without.has(utility) !== true;
  const ledger = hasPrice ? work.ledger : null;
  const ledgerBefore = hasPrice && work.ledgerBefore?.without.has(utility) !== true ? work.ledgerBefore : null;
  const own = daysOfUtility(work, utility, period.start, period.end);
  const past = daysOfUtility(work, utility, before.start, before.end);
  const spanOf = (days: readonly HomeDay[], day: LocalDay) =>
    days.find((one) => one.day === day) ?? { used: 0, coveredS: 0, expectedS: 0 };
  // Weekdays stand beside each other, and so do dates.
  const pairs = daysOf(period.start, until)
    .map((day, i) => ({ now: spanOf(own, day), before: spanOf(past, addDays(before.start, i)) }))
    .slice(0, daysBetween(before.start, before.end));
  const change = pairs.length === 0 || own.some(({ atLeast }) => atLeast) ? null : compareSpans(pairs);
  const isComparable = change?.kind === 'change' && period.end <= today;
  const ofUtility = (kind?: 'use' | 'fixed') => (cell: Ledger['cells'][number]) =>
    cell.utility === utility && (kind === undefined || cell.kind === kind);
  const usual = periodsBefore(work)
    .map(({ start, end }) => daysOfUtility(work, utility, start, end))
    .filter((days) => coverageOf(days) >= 0.9)
    .map((days) => sum(days, ({ used }) => used));
  return {
    utility,
    used: sum(own, ({ used }) => used),
    estimated: sum(own, ({ estimated }) => estimated),
    imported: sum(own, ({ imported }) => imported),
    coverage: coverageOf(within(own, period.start, until === period.start ? begun : until)),
    atLeast: own.some(({ atLeast }) => atLeast),
    change: change?.kind === 'change' ? change.share : null,
    usual: usual.length < minUsual ? null : medianOf(usual),
    cost: ledger && {
      total: amountIn(ledger, ofUtility()),
      use: amountIn(ledger, ofUtility('use')),
      fixed: amountIn(ledger, ofUtility('fixed')),
    },
    before:
      isComparable && ledgerBefore !== null
        ? {
            used: sum(past, ({ used }) => used),
            use: amountIn(ledgerBefore, ofUtility('use')),
            total: amountIn(ledgerBefore, ofUtility()),
          }
        : null,
    difference:
      isComparable && ledger !== null && ledgerBefore !== null
        ? decimalText(centsIn(ledger, ofUtility()) - centsIn(ledgerBefore, ofUtility()), ledger.digits)
        : null,
    movers: isComparable ? moversOf({ ...work, ledger, ledgerBefore }, utility) : [],
  };
};

/** So many devices are named, each with at least a fifth of all that moved. */
const maxMovers = 2;
const moverFrom = 0.2;

/** What made the difference, in its direction: in money where there is a tariff. */
const moversOf = (
  { period, before, deviceDays, devices, ledger, ledgerBefore }: Work,
  utility: Utility,
): ReportMover[] => {
  const usedBy = (days: readonly DeviceDay[]) =>
    new Map([...groupBy(days, ({ deviceId }) => deviceId)].map(([id, own]) => [id, sum(own, ({ used }) => used)]));
  const ofUtility = deviceDays.filter((day) => day.utility === utility);
  const now = usedBy(within(ofUtility, period.start, period.end));
  const past = usedBy(within(ofUtility, before.start, before.end));
  const moved = [...new Set([...now.keys(), ...past.keys()])].flatMap((deviceId) => {
    const device = devices.get(deviceId);
    if (device === undefined) return [];
    const key = deviceKey(utility, deviceId);
    const cost =
      ledger === null || ledgerBefore === null
        ? null
        : (ledger.devices.get(key) ?? zero).sub(ledgerBefore.devices.get(key) ?? zero);
    const [used, usedBefore] = [now.get(deviceId) ?? 0, past.get(deviceId) ?? 0];
    return [{ deviceId, ...device, used, usedBefore, cost, by: cost === null ? used - usedBefore : Number(cost) }];
  });
  const all = sum(moved, ({ by }) => by);
  const most = sum(moved, ({ by }) => Math.abs(by));
  return moved
    .filter(({ by }) => by * all > 0 && Math.abs(by) >= moverFrom * most)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
    .slice(0, maxMovers)
    .flatMap(({ cost, deviceId, name, room, isRest, used, usedBefore }) => {
      const difference =
        cost === null || ledger === null ? null : decimalText(centsOf(cost, ledger.digits), ledger.digits);
      // Less than a cent is nothing to name.
      if (difference !== null && Number(difference) === 0) return [];
      return [{ deviceId, name, room, isRest, used, usedBefore, difference }];
    });
};

/** Rooms and the rest of the home sum to what each utility used and cost. */
export const roomsOf = ({ period, deviceDays, devices, ledger }: Work): ReportRoom[] =>
  [...groupBy(within(deviceDays, period.start, period.end), ({ utility }) => utility)].flatMap(([utility, days]) => {
    const isRest = ({ deviceId }: DeviceDay): boolean => devices.get(deviceId)?.isRest ?? false;
    const groups = [...groupBy(days, (day) => (isRest(day) ? '' : `room ${day.room}`))];
    const costs = groups.map(([, own]) =>
      sumOf(
        [...new Set(own.map(({ deviceId }) => deviceKey(utility, deviceId)))].map(
          (key) => ledger?.devices.get(key) ?? zero,
        ),
      ),
    );
    const ofUse =
      ledger &&
      !ledger.without.has(utility) &&
      centsIn(ledger, (cell) => cell.utility === utility && cell.kind === 'use');
    const cents = ledger && typeof ofUse === 'bigint' ? shareCents(costs, ledger.digits, ofUse) : null;
    const rooms = groups.map(([key, own], i) => ({
      room: key === '' ? '' : (own[0]?.room ?? ''),
      isRest: key === '',
      utility,
      used: sum(own, ({ used }) => used),
      use: cents && ledger && decimalText(cents[i] ?? 0n, ledger.digits),
    }));
    return rooms.sort((a, b) => Number(a.isRest) - Number(b.isRest) || b.used - a.used);
  });
