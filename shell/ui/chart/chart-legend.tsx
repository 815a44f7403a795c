import { classNames } from '../class-names.ts';
import {
  type ChartData,
  estimatedLook,
  type Hue,
  hueLooks,
  isMarkedInGround,
  palenessOf,
  type Pattern,
  patternOf,
  type SeriesLook,
} from './series-look.ts';

/** Which drawing is what; while a place is read with keys, also its figures. */
export function ChartLegend({ data, at, estimated }: { data: ChartData; at: number | undefined; estimated: string }) {
  const guessed = data.series.find(
    (one) => one.look.role === 'now' && one.estimated?.some((part) => part !== null && part > 0) === true,
  );
  const place = at === undefined ? undefined : data.places[at];
  return (
    <p className="mb-2 flex min-h-12 flex-wrap content-start items-baseline gap-x-4 gap-y-0.5 text-small sm:min-h-6">
      {place !== undefined && <span className="font-semibold">{place.name}</span>}
      {data.series.map(({ key, look, name, texts }) => (
        <span key={key} className="inline-flex items-center gap-1.5">
          <ChartSwatch look={look} />
          <span className="text-ink-soft">{name}</span>
          {at !== undefined && <span className="figures font-semibold">{texts[at]}</span>}
        </span>
      ))}
      {guessed !== undefined && (
        <span className="inline-flex items-center gap-1.5 text-ink-soft">
          <ChartSwatch look={estimatedLook(guessed.look)} />
          {estimated}
        </span>
      )}
    </p>
  );
}

function ChartSwatch({ look }: { look: SeriesLook }) {
  const { fill, edge, mark: own } = hueLooks[look.hue].tokens;
  const color = `color-mix(in srgb, var(${fill}), var(--color-card) ${palenessOf(look) * 100}%)`;
  const mark = isMarkedInGround(look) ? 'var(--color-card)' : `var(${own})`;
  const isDotted = look.role === 'before' || look.isInvented === true;
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-block size-3 rounded-[3px] border forced-color-adjust-none',
        isDotted && 'border-dotted',
      )}
      style={{ background: backgrounds[patternOf(look)](color, mark), borderColor: `var(${edge})` }}
    />
  );
}

const stripes = (angle: number) => (color: string, mark: string) =>
  `repeating-linear-gradient(${angle}deg, ${color} 0 3px, ${mark} 3px 5px)`;

const backgrounds: Record<Pattern, (color: string, mark: string) => string> = {
  solid: (color) => color,
  rising: stripes(-45),
  falling: stripes(45),
  lying: stripes(0),
  standing: stripes(90),
  dots: (color, mark) => `radial-gradient(${mark} 1px, transparent 1.4px) 0 0 / 5px 5px, ${color}`,
};

/** How much each shade of a calendar stands for, from pale to deep. */
export function ShadeLegend({ hue, texts, none }: { hue: Hue; texts: readonly string[]; none: string }) {
  const { fill, edge } = hueLooks[hue].tokens;
  const full = `var(${fill})`;
  const deep = `color-mix(in srgb, var(${edge}), var(--color-ink) 10%)`;
  const shades = [
    `color-mix(in srgb, ${full}, var(--color-card) 82%)`,
    `color-mix(in srgb, ${full}, var(--color-card) 50%)`,
    full,
    `color-mix(in srgb, ${full}, ${deep} 50%)`,
    deep,
  ];
  return (
    <ul className="mb-2 flex min-h-12 flex-wrap content-start items-baseline gap-x-4 gap-y-0.5 text-small text-ink-soft sm:min-h-6">
      <Shade color="var(--color-card)" text={none} />
      {texts.map((text, i) => (
        <Shade key={text} color={shades[i] ?? full} text={text} />
      ))}
    </ul>
  );
}

function Shade({ color, text }: { color: string; text: string }) {
  return (
    <li className="figures inline-flex items-center gap-1.5 whitespace-nowrap">
      <span
        aria-hidden="true"
        className="inline-block size-3 rounded-[3px] border border-ink-soft/60 forced-color-adjust-none"
        style={{ background: color }}
      />
      {text}
    </li>
  );
}
