import { type Hue, hueLooks } from './series-look.ts';

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
