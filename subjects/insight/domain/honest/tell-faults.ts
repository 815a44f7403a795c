/** What of the faults that were found is news, and what was told and is over. */
import { driftSettings } from './drift.ts';
import { type Fault, type FaultKind, type HomeUse, hourly } from './home-use.ts';
import { isScaleRight } from './scale.ts';
import { isSwapRight } from './swapped.ts';

/** As it was told. Days since 1970, UTC. */
export interface ToldFault {
  readonly id: string;
  readonly meterId: string;
  readonly kind: FaultKind;
  readonly againstId: string | null;
  readonly factor: number | null;
  readonly sinceDay: number;
  readonly toldDay: number;
  readonly isOver: boolean;
  readonly dismissedDay: number | null;
}

/** So long a word stands; then what was before it is out of sight, and the meter is judged by what it has become. */
export const standsDays = 90;
/** The beginning of one fault is not told to the day. */
const sameSinceDays: Readonly<Record<FaultKind, number>> = {
  scale: 7,
  swapped: 7,
  stuck: 1,
  drift: driftSettings.maxAfter * driftSettings.blockDays,
};

const isOfSame = (told: ToldFault, { kind, meterId, againstId }: Fault): boolean =>
  told.kind === kind && (told.meterId === meterId || (kind === 'swapped' && told.meterId === againstId));

/** A step back to where it was before: what was told has been put right. */
const undoes = (fault: Fault, told: ToldFault): boolean => {
  if (!isOfSame(told, fault) || fault.sinceDay <= told.sinceDay) return false;
  if (fault.kind === 'swapped') return true;
  if (fault.factor === null || told.factor === null) return false;
  const both = Math.abs(Math.log(fault.factor * told.factor));
  return both < Math.abs(Math.log(told.factor)) / 2;
};

/** Whether a meter of `home` counts again as it did before what was told. */
const isRight = (home: HomeUse, { kind, meterId, againstId, factor, sinceDay }: ToldFault): boolean => {
  const [meter, other] = [meterId, againstId].map((id) => home.meters.find((one) => one.meterId === id));
  if (meter === undefined) return false;
  if (kind === 'scale' && factor !== null) return isScaleRight(home, meter, sinceDay);
  return kind === 'swapped' && other !== undefined && isSwapRight(home, meter, other, sinceDay);
};

const isOver = (told: ToldFault, faults: readonly Fault[], today: number, isPutRight: boolean): boolean => {
  if (isPutRight || today - told.toldDay >= standsDays || faults.some((fault) => undoes(fault, told))) return true;
  // These are seen as long as they last; the others are steps, and are seen once.
  const lasts = told.kind === 'stuck' || (told.kind === 'scale' && told.factor === null);
  return lasts && !faults.some((fault) => isOfSame(told, fault));
};

/** Told already, or put right: no new evidence. What began after somebody dismissed the last word is new. */
const isKnown = (fault: Fault, told: readonly ToldFault[]): boolean =>
  told.some((one) => {
    if (undoes(fault, one)) return true;
    if (one.meterId !== fault.meterId && !isOfSame(one, fault)) return false;
    if (isOfSame(one, fault) && Math.abs(one.sinceDay - fault.sinceDay) <= sameSinceDays[fault.kind]) return true;
    return !one.isOver && (one.dismissedDay === null || fault.sinceDay <= one.dismissedDay);
  });

export interface News {
  readonly begun: readonly Fault[];
  /** Ids of what was told. */
  readonly ended: readonly string[];
}

/** `home`: as it is known today; none where nothing of it is. */
export const newsOf = (
  faults: readonly Fault[],
  told: readonly ToldFault[],
  today: number,
  home: HomeUse = { firstDay: today, perDay: 24, meters: [] },
): News => {
  const hours = hourly(home);
  const begun = faults.filter((fault) => !isKnown(fault, told));
  const isReplaced = ({ meterId }: ToldFault): boolean => begun.some((fault) => fault.meterId === meterId);
  const ended = told.filter(
    (one) => !one.isOver && (isOver(one, faults, today, isRight(hours, one)) || isReplaced(one)),
  );
  return { begun, ended: ended.map(({ id }) => id) };
};
