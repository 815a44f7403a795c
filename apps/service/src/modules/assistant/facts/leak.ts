/** What a notice of flow that has not stopped says of the leak; the names of its figures are those of water. */
import { factsOf, hasTrait, type Utility, utilityThatLeaks } from '@wattershed/catalogue';
import type { Home } from '../home.ts';
import type { OpenNotice } from '../sources.ts';

export interface Leak {
  readonly utility: Utility;
  /** The leak's own amount, in base units: what else was used meanwhile is no part of it. */
  readonly leaked: number;
  /** All of it. */
  readonly used: number;
  /** In the flow's own unit. */
  readonly rate: number;
}

/** A meter whose device is gone is told as of the first that can leak. */
export const leakOf = ({ devices }: Pick<Home, 'devices'>, { device, figures }: OpenNotice): Leak => {
  const of = (name: string): number => Number(figures[name] ?? 0);
  const own = devices.find(({ id, utility }) => id === device && hasTrait(utility, 'canLeak'));
  const utility = own?.utility ?? utilityThatLeaks;
  const rate = of('floorMlPerHour') / factsOf(utility).flow.perHour;
  return { utility, leaked: of('leakMl'), used: of('usedMl'), rate };
};

/** Whether anything measures what can leak. */
export const isLeakMeasured = ({ devices }: Pick<Home, 'devices'>): boolean =>
  devices.some(({ utility }) => hasTrait(utility, 'canLeak'));
