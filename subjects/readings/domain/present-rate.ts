/** What flows at this moment, as far as a meter's steps can tell: made here once, for whoever shows it. W of electricity, L/min of water. */
import { type Flow, factsOf, type Utility } from '#catalogue/index.ts';
import { inUse, isDrawn, unseenSign } from './meter-tree.ts';

/** The use that tells a rate (Wh or mL), and over how many seconds. */
export interface RateWindow {
  readonly used: number;
  readonly spanS: number;
}

/** A window that holds less is told by chance; one that holds more shows late what was switched. Steps as long as this need no others. */
const minWindowS = 60;
const maxWindowS = 300;
/** Without a unit in so long, nothing flows. */
const emptyAfterS = 3 * maxWindowS;

/** What registers count by, in Wh or mL, coarsest first. Tens are left out: by chance too many values end in 0. */
const registerSteps = [10_000, 1000, 100];

/** The step that a counter moves by, as far as its values show it. */
export const registerStep = (...values: readonly number[]): number =>
  values.every((value) => value === 0)
    ? 1
    : (registerSteps.find((step) => values.every((value) => value % step === 0)) ?? 1);

/** A difference of two values is right to one step of the register: whether both windows can be of one rate. */
const agree = (a: RateWindow, b: RateWindow, step: number): boolean =>
  Math.abs(a.used / a.spanS - b.used / b.spanS) <= step / a.spanS + step / b.spanS;

/** Leaves out the oldest: whole steps of the register, and the time that these took. */
const shorten = ({ used, spanS }: RateWindow, byS: number, step: number): RateWindow => {
  if (byS <= 0) return { used, spanS };
  if (used === 0) return { used, spanS: Math.max(0, spanS - byS) };
  const left = used - Math.floor((used / step) * Math.min(1, byS / spanS)) * step;
  return { used: left, spanS: Math.round((spanS * left) / used) };
};

/**
 * The latest step, with those before it for as long as the rate did not change: a counter of whole Wh that is read every minute
 * tells its power to 60 W by one step, to 12 W by five.
 */
export const extendRate = (before: RateWindow, latest: RateWindow, step: number): RateWindow => {
  const maxS = Math.min(Math.max(5 * latest.spanS, minWindowS), maxWindowS);
  if (before.spanS <= 0 || before.used < 0 || latest.used < 0 || latest.spanS >= maxWindowS) return latest;
  if (before.spanS > emptyAfterS || !agree(before, latest, step)) return latest;
  // Seldom and by much: what is left is rounded to seconds each time.
  const overS = before.spanS + latest.spanS - maxS;
  const kept = shorten(before, overS > maxS / 2 ? overS : 0, step);
  const used = kept.used + latest.used;
  const spanS = kept.spanS + latest.spanS;
  return used <= step && spanS > emptyAfterS ? { used: 0, spanS: maxWindowS } : { used, spanS };
};

/** `none`: never a reading. `first`: one, and no step yet. `far-apart`: too far apart to tell what flows now. `old`: nothing came for too long. */
export const rateStates = ['now', 'old', 'far-apart', 'first', 'none'] as const;
export type RateState = (typeof rateStates)[number];

export interface Rate {
  readonly rate: number;
  /** The true rate lies within this much of it. */
  readonly within: number;
  /** More may be used: something goes back that no meter sees being made. */
  readonly atLeast?: true;
}

export interface PresentRate {
  readonly state: RateState;
  /** Null unless `state` is `now`. */
  readonly rate: number | null;
  readonly within: number | null;
  /** Milliseconds: from then on it is no rate of now. */
  readonly until: number | null;
}

/** What is heard more rarely tells what was used, not what flows now: a reading every hour is the least, with five minutes' grace. */
const maxAgeS = 3900;
const minAgeS = 900;

/** The longest pause between two readings that is not yet a silence. */
export const silentAfterMs = maxAgeS * 1000;

/** One definition of when a meter is silent, for the figures of now. */
export const isSilent = ({ lastAt }: { readonly lastAt: string | null }, nowMs: number): boolean =>
  lastAt !== null && nowMs - Date.parse(lastAt) > silentAfterMs;

/** Rounded to what is known of it. */
export const roundRate = (utility: Utility, { rate, within }: Rate): Rate => {
  const grain = Math.max(factsOf(utility).flow.finest, within > 0 ? 10 ** Math.floor(Math.log10(within) + 1e-9) : 0);
  const digits = Math.max(0, -Math.round(Math.log10(grain)));
  return { rate: Number((Math.round(rate / grain) * grain).toFixed(digits)), within: Number(within.toPrecision(2)) };
};

/** Known so little that it is told as "about": to no better than a tenth. */
export const isRough = ({ rate, within }: Rate): boolean => rate !== 0 && within > Math.abs(rate) / 10;

export interface LatestState {
  readonly utility: Utility;
  readonly lastAtMs: number | null;
  /** What a counter shows; null: it sends amounts, which are exact. */
  readonly counter: number | null;
  /** As `extendRate` left it; null before the second reading. */
  readonly window: RateWindow | null;
}

const unknown = (state: RateState): PresentRate => ({ state, rate: null, within: null, until: null });

/** The rate of one meter at `nowMs`. */
export const presentRate = ({ utility, lastAtMs, counter, window }: LatestState, nowMs: number): PresentRate => {
  if (lastAtMs === null) return unknown('none');
  if (window === null || window.spanS <= 0) return unknown('first');
  const { used, spanS } = window;
  if (spanS > maxAgeS) return unknown('far-apart');
  const until = lastAtMs + 1000 * Math.min(Math.max(3 * spanS, minAgeS), maxAgeS);
  if (nowMs >= until) return unknown('old');
  const step = counter === null ? 0 : registerStep(counter, used);
  const scale = 3600 / spanS / factsOf(utility).flow.perHour;
  // A counter is read at some moment of its second.
  const within = step + (counter === null ? 0 : Math.abs(used) / spanS);
  return { state: 'now', until, ...roundRate(utility, { rate: used * scale, within: within * scale }) };
};

/** What is told of a meter, as far as its present rate is concerned. */
export interface RatedMeter {
  readonly meterId: string;
  readonly deviceId: string;
  readonly flow: Flow;
  readonly parentMeterId: string | null;
  readonly room: string;
  readonly utility: Utility;
  readonly lastAt: string | null;
  readonly rate: number | null;
  readonly rateWithin: number | null;
  readonly rateState: RateState;
  readonly rateUntil: string | null;
}

/** An answer grows old while it is looked at. */
const rateStateAt = ({ rateState, rateUntil }: RatedMeter, nowMs: number): RateState =>
  rateState === 'now' && rateUntil !== null && nowMs >= Date.parse(rateUntil) ? 'old' : rateState;

export const rateAt = (meter: RatedMeter, nowMs: number): Rate | null =>
  meter.rate === null || rateStateAt(meter, nowMs) !== 'now'
    ? null
    : { rate: meter.rate, within: meter.rateWithin ?? 0 };

const addRates = (rates: readonly Rate[]): Rate =>
  rates.reduce((a, b) => ({ rate: a.rate + b.rate, within: a.within + b.within }), { rate: 0, within: 0 });

export const sumRates = (utility: Utility, rates: readonly Rate[]): Rate => roundRate(utility, addRates(rates));

const ratesOf = (utility: Utility, of: readonly { readonly rate: Rate }[]): Rate =>
  sumRates(
    utility,
    of.map(({ rate }) => rate),
  );

/** A part of what flows: a room or a device, net of the meters inside its meters. */
export interface PartRate extends Rate {
  readonly name: string;
}

export interface FlowNow {
  readonly state: RateState;
  /** Null unless `state` is `now`. */
  readonly flow: Rate | null;
  /** When the latest meter of those that tell was read, and of all. */
  readonly at: string | null;
  readonly lastAt: string | null;
  /** What draws something, the strongest first. */
  readonly rooms: readonly PartRate[];
  readonly devices: readonly PartRate[];
  /** What the meters of the whole home see and no meter of a room; null: no room's meter tells. */
  readonly unmetered: Rate | null;
}

const wholeHome = 'whole_home';

const latestOf = (meters: readonly RatedMeter[]): string | null =>
  meters
    .flatMap(({ lastAt }) => lastAt ?? [])
    .sort()
    .at(-1) ?? null;

/** What flows of `utility` through those of `meters` that are `asked` for. A meter inside another that tells counts once. `isUnseen`: not all that is made at home today is measured. */
export const flowNow = <M extends RatedMeter>(
  meters: readonly M[],
  utility: Utility,
  nowMs: number,
  asked: (meter: M) => boolean = () => true,
  isUnseen = false,
): FlowNow => {
  // What is not drawn counts with the meter that contains it, wherever its own stands.
  const placeOf = (meter: M): M =>
    isDrawn(meter) ? meter : (meters.find(({ meterId }) => meterId === meter.parentMeterId) ?? meter);
  const wanted = meters.filter((meter) => meter.utility === utility && asked(placeOf(meter)));
  const told = wanted.flatMap((meter) => {
    const rate = rateAt(meter, nowMs);
    return rate === null ? [] : [{ meter, rate }];
  });
  /** The nearest meter above it that tells; parents in a circle end. */
  const above = ({ parentMeterId }: M, steps = meters.length): string | null => {
    if (parentMeterId === null || steps === 0) return null;
    if (told.some(({ meter }) => meter.meterId === parentMeterId)) return parentMeterId;
    const parent = meters.find(({ meterId }) => meterId === parentMeterId);
    return parent === undefined ? null : above(parent, steps - 1);
  };
  const tree = told.map(({ meter, rate }) => ({
    meter,
    rate: { ...rate, rate: (isUnseen ? unseenSign : inUse)(meter) * rate.rate },
    above: above(meter),
  }));
  const roots = tree.filter((one) => one.above === null || !isDrawn(one.meter));
  const placed = tree.filter((one) => one.above === null || isDrawn(one.meter));
  const net = placed.map(({ meter, rate }) => {
    const inside = tree.filter((one) => one.above === meter.meterId);
    const parts = addRates(
      inside.map((one) => (isDrawn(one.meter) ? { ...one.rate, rate: -one.rate.rate } : one.rate)),
    );
    const own = inside.length === 0 ? rate.rate : Math.max(0, rate.rate + parts.rate);
    return { meter, rate: { rate: own, within: rate.within + parts.within } };
  });
  // Without what the roof gives now, or without what is drawn, the rest is no use of the home.
  const lost = wanted.filter((meter) => !isDrawn(meter) && rateAt(meter, nowMs) === null);
  const isWhole = lost.length === 0 && roots.some((one) => isDrawn(one.meter));
  const sum = ratesOf(utility, roots);
  // What goes back was made: by what is seen, or there is more that is not.
  const hasUnseen =
    sum.rate < 0 ||
    (told.some(({ meter, rate }) => meter.flow === 'returned' && rate.rate > 0) &&
      told.every(({ meter }) => meter.flow !== 'produced' && meter.flow !== 'discharged'));
  if (!isUnseen && hasUnseen) return flowNow(meters, utility, nowMs, asked, true);
  const flow = !isWhole ? null : isUnseen ? { ...sum, rate: Math.max(0, sum.rate), atLeast: isUnseen } : sum;
  const partsBy = (nameOf: (meter: M) => string, of: typeof net): PartRate[] =>
    [...new Set(of.map(({ meter }) => nameOf(meter)))]
      .map((name) => ({
        name,
        ...ratesOf(
          utility,
          of.filter(({ meter }) => nameOf(meter) === name),
        ),
      }))
      .filter(({ rate }) => rate > 0)
      .sort((a, b) => b.rate - a.rate);
  const isOfHome = ({ meter }: { meter: M }): boolean => meter.room === wholeHome;
  const ofRooms = net.filter((one) => !isOfHome(one));
  const ofHome = net.filter(isOfHome);
  const states = (lost.length > 0 ? lost : wanted.filter((meter) => isWhole || isDrawn(meter))).map((meter) =>
    rateStateAt(meter, nowMs),
  );
  return {
    state: rateStates.find((state) => states.includes(state)) ?? 'none',
    flow,
    at: latestOf(roots.map(({ meter }) => meter)),
    lastAt: latestOf(wanted),
    rooms: partsBy(({ room }) => room, ofRooms),
    devices: partsBy(({ deviceId }) => deviceId, ofRooms.length > 0 ? ofRooms : net),
    unmetered: ofRooms.length === 0 || ofHome.length === 0 || !isWhole ? null : ratesOf(utility, ofHome),
  };
};

/** The strongest part, where it is more than half of it all. */
export const mostOf = ({ flow }: FlowNow, [first]: readonly PartRate[]): PartRate | null =>
  flow !== null && first !== undefined && first.rate > flow.rate / 2 ? first : null;
