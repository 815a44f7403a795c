/** Frost at a tap outdoors: it is near freezing and falling, and a meter counts the water of a garden. Once in a cold spell. */
import { factsOf } from '#catalogue/index.ts';
import type { KnownRoom } from '#catalogue/rooms.ts';
import type { HomeLook, Rule } from './rule.ts';

/** A night falls some 4 to 6 °C below the mean of its day, so a day of 2 °C has frost. */
const settings = {
  coldC: 2,
  /** A spell ends with a milder day than this; another within so many days is the same one. */
  mildC: 5,
  spellDays: 21,
  /** What is older says nothing of tonight. */
  maxAgeDays: 3,
};
const dayS = 86_400;
const outdoors: KnownRoom = 'garden';

interface Spell {
  /** The day on which it became cold. */
  readonly sinceDay: number;
  readonly celsius: number;
  readonly before: number;
}

/** Days without a temperature end nothing. Null: it is not cold. */
const spellOf = ({ temperatures }: HomeLook, today: number, caution: number): Spell | null => {
  const days = [...temperatures].filter(([day]) => day >= today - 91).sort(([a], [b]) => a - b);
  let spell: Spell | null = null;
  let lastCold = Number.NEGATIVE_INFINITY;
  let isMuted = false;
  for (const [i, [day, celsius]] of days.entries()) {
    const [dayBefore, before] = days[i - 1] ?? [day, celsius];
    if (celsius > settings.mildC) spell = null;
    if (celsius > settings.coldC / caution || before <= celsius || day - dayBefore > settings.maxAgeDays) continue;
    // What is told again within weeks is no news: who has shut it off knows.
    if (spell === null) isMuted = day - lastCold <= settings.spellDays;
    spell ??= { sinceDay: day, celsius, before };
    lastCold = day;
  }
  const [latest = Number.NEGATIVE_INFINITY] = days.at(-1) ?? [];
  return isMuted || latest < today - settings.maxAgeDays ? null : spell;
};

export const frostTap: Rule = {
  kind: 'frost-tap',
  seesAbsences: true,
  days: 91,
  find: (home, caution) => {
    const taps = home.meters.filter(
      ({ utility, flow, room }) => factsOf(utility).canLeak && flow === 'drawn' && room === outdoors,
    );
    if (taps.length === 0) return [];
    const today = home.firstDay + (home.meters[0]?.used.length ?? 0) / home.perDay;
    const spell = spellOf(home, today, caution);
    if (spell === null) return [];
    return taps.map(({ meterId }) => ({
      meterId,
      since: spell.sinceDay * dayS - home.offsetAt(spell.sinceDay * dayS),
      figures: { celsius: spell.celsius, celsiusBefore: spell.before },
      costsPerDay: null,
    }));
  },
};
