/** Showers and taps that run faster than they need to. */
import type { FlowPiece } from '../burst.ts';
import { defineAdvice, type FixtureFlow } from './advice.ts';

/** L/min at most: EU Ecolabel for sanitary tapware, Commission Decision 2013/250/EU, criterion 1(a). */
export const standardFlow: Readonly<Record<FixtureFlow['kind'], number>> = { shower: 8, tap: 6 };

const kinds: readonly (readonly [FixtureFlow['kind'], RegExp])[] = [
  ['shower', /shower|ducha|dusche|douche|शावर|शॉवर|फव्वारा/i],
  ['tap', /\btap\b|faucet|grifo|wasserhahn|robinet|नल/i],
];

/** By its name; null: it is neither, or nobody says. */
export const fixtureKind = (name: string): FixtureFlow['kind'] | null =>
  kinds.find(([, words]) => words.test(name))?.[0] ?? null;

/** Longer pieces hold water that ran and water that did not. */
const maxPieceS = 120;
/** Pieces in which water ran all the time lie between others in which it ran. */
const minPieces = 6;

/** L/min of the middle of the pieces in which water ran all the time; null: it was read too seldom to tell. */
export const flowOf = (pieces: readonly FlowPiece[]): number | null => {
  const isRunning = (piece: FlowPiece | undefined): boolean => piece !== undefined && piece.used > 0;
  const whole = pieces.filter(
    (piece, i) =>
      isRunning(piece) && isRunning(pieces[i - 1]) && isRunning(pieces[i + 1]) && piece.to - piece.from <= maxPieceS,
  );
  if (whole.length < minPieces) return null;
  const flows = whole.map(({ from, to, used }) => (used / 1000 / Math.max(1, to - from)) * 60).sort((a, b) => a - b);
  return flows[Math.floor(flows.length / 2)] ?? null;
};

/** Only the water: what warms it is saved besides, and is not known. */
export const fixtures = defineAdvice({
  id: 'fast-fixture',
  effort: 'part',
  find: (home) =>
    home.fixtures.flatMap(({ meterId, device, utility, kind, litresPerMinute, month }) => {
      const standard = standardFlow[kind];
      if (litresPerMinute <= standard) return [];
      return [
        {
          meterId,
          device,
          utility,
          perMonth: (month * (litresPerMinute - standard)) / litresPerMinute,
          figures: { litres: Number(litresPerMinute.toFixed(1)), standard },
        },
      ];
    }),
});
