import { type Utility, utilities } from '@wattershed/catalogue';

export interface SparklineProps {
  utility: Utility;
  /** One value for each step; null where nothing was measured. */
  values: readonly (number | null)[];
}

const height = 32;

/** The last hours at a glance; what it shows is also said in words beside it. */
export function Sparkline({ utility, values }: SparklineProps) {
  const top = Math.max(1, ...values.map((value) => value ?? 0)) * 1.05;
  const y = (value: number) => height - 1 - (value / top) * (height - 3);
  const { stroke, curve } = utilities[utility].look;
  return (
    <svg
      viewBox={`0 0 ${Math.max(1, values.length)} ${height}`}
      preserveAspectRatio="none"
      className="block h-12 w-full overflow-visible"
      aria-hidden="true"
    >
      <line
        x1="0"
        x2={values.length}
        y1={height - 0.5}
        y2={height - 0.5}
        className="stroke-line"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={curve === 'steps' ? steps(values, y) : line(values, y)}
        fill="none"
        strokeWidth="2"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className={stroke}
      />
    </svg>
  );
}

function line(values: readonly (number | null)[], y: (value: number) => number): string {
  return path(values, (i, value) => [[i + 0.5, y(value)]]);
}

function steps(values: readonly (number | null)[], y: (value: number) => number): string {
  return path(values, (i, value) => [
    [i, y(value)],
    [i + 1, y(value)],
  ]);
}

/** A gap lifts the pen. */
function path(values: readonly (number | null)[], corners: (i: number, value: number) => [number, number][]): string {
  let isDown = false;
  return values
    .map((value, i) => {
      if (value === null) {
        isDown = false;
        return '';
      }
      const part = corners(i, value).map(([x, at], n) => `${n === 0 && !isDown ? 'M' : 'L'}${x} ${at.toFixed(2)}`);
      isDown = true;
      return part.join(' ');
    })
    .join(' ');
}
