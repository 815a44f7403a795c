import { shadePaleness } from './calendar-drawing.ts';
import {
  type ChartData,
  edgeOf,
  estimatedLook,
  type Hue,
  hueLooks,
  palenessOf,
  type Pattern,
  patternOf,
  type SeriesLook,
} from './series-look.ts';

/** Which drawing is what. */
export function ChartLegend({ data, estimated }: { data: ChartData; estimated: string }) {
  const own = data.series.filter(({ look }) => look.role !== 'before');
  const before = data.series.find(({ look }) => look.role === 'before');
  const guessed = own.find(({ look, ...one }) => look.role === 'now' && one.estimated?.some((part) => (part ?? 0) > 0));
  return (
    <p className="mb-1 flex min-h-6 flex-wrap items-baseline gap-x-4 gap-y-0.5 text-small text-ink-soft">
      {own.map(({ key, look, name }) => (
        <LegendEntry key={key} look={look} name={name} />
      ))}
      {guessed !== undefined && <LegendEntry look={estimatedLook(guessed.look)} name={estimated} />}
      {before !== undefined && <LegendEntry look={before.look} name={data.before ?? before.name} />}
    </p>
  );
}

function LegendEntry({ look, name }: { look: SeriesLook; name: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <ChartSwatch look={look} />
      {name}
    </span>
  );
}

/** Colour, pattern and outline as in the drawing; an earlier period is the open top of a frame. */
export function ChartSwatch({ look }: { look: SeriesLook }) {
  if (look.role === 'before')
    return (
      <span
        aria-hidden="true"
        className="inline-block h-3 w-3.5 shrink-0 border-x-[1.4px] border-t-[1.4px] border-ink-soft"
      />
    );
  return (
    <span
      aria-hidden="true"
      className="inline-block size-3 shrink-0 rounded-[3px] border forced-color-adjust-none"
      style={markupStyle(look)}
    />
  );
}

/** The look of a series for plain markup; paler where words stand on it. */
export function markupStyle(look: SeriesLook, paler = 0) {
  const { fill, edge, mark, markPaleness } = hueLooks[look.hue].tokens;
  const pale = Math.max(paler, palenessOf(look));
  const toned = (token: string, share: number) =>
    `color-mix(in srgb, var(${token}), var(--color-card) ${share * 100}%)`;
  const background = patternImage(patternOf(look), toned(fill, pale), toned(mark, Math.max(pale, markPaleness)));
  return { background, borderColor: `var(${edge})`, borderStyle: edgeOf(look) };
}

const stripes = (angle: number) => (color: string, mark: string) =>
  `repeating-linear-gradient(${angle}deg, ${color} 0 3px, ${mark} 3px 5px)`;

const images: Record<Pattern, (color: string, mark: string) => string> = {
  solid: (color) => color,
  rising: stripes(-45),
  falling: stripes(45),
  lying: stripes(0),
  standing: stripes(90),
  dots: (color, mark) => `radial-gradient(${mark} 1px, transparent 1.4px) 0 0 / 5px 5px, ${color}`,
};

/** A pattern as a background of plain markup. */
export const patternImage = (pattern: Pattern, color: string, mark: string): string => images[pattern](color, mark);

/** How much each shade of a calendar stands for, from pale to full. */
export function ShadeLegend({ hue, texts, none }: { hue: Hue; texts: readonly string[]; none: string }) {
  const full = `var(${hueLooks[hue].tokens.fill})`;
  return (
    <ul className="mb-2 flex min-h-12 flex-wrap content-start items-baseline gap-x-4 gap-y-0.5 text-small text-ink-soft sm:min-h-6">
      {texts.map((text, i) => (
        <Shade
          key={text}
          background={`color-mix(in srgb, ${full}, var(--color-card) ${(shadePaleness[i] ?? 0) * 100}%)`}
          text={text}
        />
      ))}
      <Shade background={patternImage('rising', 'var(--color-card)', 'var(--color-off)')} text={none} />
    </ul>
  );
}

function Shade({ background, text }: { background: string; text: string }) {
  return (
    <li className="figures inline-flex items-center gap-1.5 whitespace-nowrap">
      <span
        aria-hidden="true"
        className="inline-block size-3 rounded-[3px] border border-ink-soft/60 forced-color-adjust-none"
        style={{ background }}
      />
      {text}
    </li>
  );
}
