/** Records readings of many meters in one transaction: lock, move forward, fit in what is late, write, commit. */
import type { RejectionCode } from '@wattershed/contracts';
import type { Advance, Outcome, Reading } from '@wattershed/domain';
import { advanceMeter, correctLate, takeWhole } from '@wattershed/domain';
import type { Sql, Transaction } from '../../platform/db.ts';
import type { Authority, LockedMeter, MeterYield } from './meter-rows.ts';
import { lockMeters, writeYields } from './meter-rows.ts';
import { readAround } from './stored-readings.ts';

export type ReadingOutcome = 'accepted' | 'duplicate' | RejectionCode;

/** One reading on its way; `outcome` is filled in. `tokenId` is 0 when a person writes. */
export interface Recording {
  readonly meterId: number;
  readonly tokenId: number;
  readonly reading: Reading;
  outcome: ReadingOutcome | 'late' | null;
}

const byMeter = (recordings: readonly Recording[]): Map<number, Recording[]> => {
  const groups = new Map<number, Recording[]>();
  for (const one of recordings) {
    const group = groups.get(one.meterId);
    if (group) group.push(one);
    else groups.set(one.meterId, [one]);
  }
  for (const group of groups.values()) {
    if (group.some((one, i) => i > 0 && one.reading.at < (group[i - 1] as Recording).reading.at)) {
      group.sort((a, b) => a.reading.at - b.reading.at);
    }
  }
  return groups;
};

const whole = (meter: LockedMeter, reading: Reading): Reading => {
  const value = reading.spanS === null ? Math.floor(reading.value) : takeWhole(meter.state, reading.value);
  return value === reading.value ? reading : { ...reading, value };
};

const fitLate = async (
  sql: Sql | Transaction,
  meter: LockedMeter,
  late: readonly Recording[],
  into: Advance,
): Promise<void> => {
  const carried: number[] = [];
  const readings = late.map((one) => {
    const before = meter.state.carry;
    const reading = whole(meter, one.reading);
    carried.push(meter.state.carry - before);
    return reading;
  });
  const from = (readings[0] as Reading).at;
  const to = (readings.at(-1) as Reading).at;
  const stored = [...(await readAround(sql, meter.id, from, to)), ...into.kept].sort((a, b) => a.at - b.at);
  const correction = correctLate(stored, readings, meter.state.limits);
  correction.outcomes.forEach((outcome, i) => {
    (late[i] as Recording).outcome = outcome;
    // What was not kept leaves no fraction behind, or each retry would add one.
    if (outcome !== 'accepted') meter.state.carry -= carried[i] as number;
  });
  into.kept.push(...correction.kept);
  into.closed.push(...correction.changes);
};

const recordMeter = async (sql: Sql | Transaction, meter: LockedMeter, group: readonly Recording[]): Promise<MeterYield> => {
  const advance: Advance = { kept: [], closed: [] };
  const late: Recording[] = [];
  for (const one of group) {
    one.outcome = meter.tokenIds.has(one.tokenId) ? (advanceMeter(meter.state, one.reading, advance) as Outcome) : 'unknown-meter';
    if (one.outcome === 'late') late.push(one);
  }
  if (late.length > 0) await fitLate(sql, meter, late, advance);
  return {
    meter,
    kept: advance.kept,
    quarters: advance.closed,
    disbelieved: group.filter((one) => one.outcome === 'implausible-jump').map((one) => one.reading),
  };
};

/** Fills in every outcome; answers the households whose figures changed. Nothing is kept unless the transaction commits. */
export const recordReadings = async (
  sql: Sql,
  recordings: readonly Recording[],
  person: string | null,
): Promise<string[]> => {
  const groups = byMeter(recordings);
  const meters = [...groups.keys()];
  const pairs = [...groups.values()].flatMap((group) => [...new Set(group.map((one) => one.tokenId))]);
  const single = pairs.length === meters.length;
  const authority: Authority =
    person !== null ? { userId: person } : { tokens: single ? pairs : recordings.map((one) => one.tokenId) };
  const asked = single || person !== null ? meters : recordings.map((one) => one.meterId);

  return (await sql.begin(async (tx) => {
    const locked = await lockMeters(tx as unknown as Transaction, asked, authority);
    const yields: MeterYield[] = [];
    for (const [id, group] of groups) {
      const meter = locked.get(id);
      if (!meter) for (const one of group) one.outcome = 'unknown-meter';
      else {
        const result = await recordMeter(tx as unknown as Transaction, meter, group);
        if (result.kept.length > 0 || result.disbelieved.length > 0) yields.push(result);
      }
    }
    return yields.length > 0 ? writeYields(tx as unknown as Transaction, yields) : [];
  })) as string[];
};
