/** Which meters stand inside which, and what each is to the use of the home. */
import { type Flow, flows } from '#catalogue/index.ts';

export interface PlacedMeter {
  readonly meterId: string;
  readonly flow: Flow;
  readonly parentMeterId: string | null;
}

/** 1, or -1 of what is not used here: returned to the grid, or put by into a battery. */
export const inUse = ({ flow }: Pick<PlacedMeter, 'flow'>): 1 | -1 => flows[flow].inUse;

/** The same where not all that is made at home is seen: at least so much was made as went back, and what is drawn is the least that is used. */
export const unseenSign = ({ flow }: Pick<PlacedMeter, 'flow'>): number =>
  flow === 'drawn' || flow === 'charged' ? inUse({ flow }) : 0;

export const isDrawn = ({ flow }: Pick<PlacedMeter, 'flow'>): boolean => flow === 'drawn';

/** What a total of the home is made of: what no other meter contains, and every flow that is not drawn. */
export const countsForHome = (meter: Omit<PlacedMeter, 'meterId'>): boolean =>
  meter.parentMeterId === null || !isDrawn(meter);

/** The meters that others are inside of: what is left of one is what those did not see. */
export const containersIn = (meters: readonly PlacedMeter[]): ReadonlySet<string> =>
  new Set(meters.filter(isDrawn).flatMap(({ parentMeterId }) => parentMeterId ?? []));
