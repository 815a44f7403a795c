/** The meters of the demo household: rooms, and things that people own, below one of each utility for the whole home. */
import type { Utility } from '#catalogue/index.ts';

export interface DemoMeter {
  /** Its name stands under this key in `locales/<language>/demo.json`. */
  readonly key: string;
  readonly room: string;
  readonly utility: Utility;
  /** The meter that already contains this one. */
  readonly parentKey?: string;
  /** What the counter shows at the household's first instant: Wh or mL. */
  readonly startCounter: number;
}

const electricity = { utility: 'electricity', parentKey: 'whole-home-electricity' } as const;
const water = { utility: 'water', parentKey: 'whole-home-water' } as const;

/** The hours of every day, by the clock, between which the water heater is switched on: the cheapest of the demo's tariff. */
export const waterHeating = { onHour: 1, offHour: 6 } as const;

/** Electricity then water, what contains others before them: the order of every day's figures. */
// biome-ignore format: one line a meter
const meters = [
  { key: 'whole-home-electricity', room: 'whole_home', utility: 'electricity', startCounter: 24_318_402 },
  { key: 'kitchen-electricity', room: 'kitchen', ...electricity, startCounter: 3_127_866 },
  { key: 'fridge', room: 'kitchen', utility: 'electricity', parentKey: 'kitchen-electricity', startCounter: 1_402_519 },
  { key: 'washing-machine', room: 'bathroom', ...electricity, startCounter: 318_240 },
  { key: 'water-heater', room: 'bathroom', ...electricity, startCounter: 918_703 },
  { key: 'air-conditioner', room: 'living_room', ...electricity, startCounter: 604_377 },
  { key: 'tv-and-computer', room: 'living_room', ...electricity, startCounter: 2_604_113 },
  { key: 'bedroom-electricity', room: 'bedroom', ...electricity, startCounter: 640_972 },
  { key: 'hall-electricity', room: 'hall', ...electricity, startCounter: 1_211_508 },
  { key: 'whole-home-water', room: 'whole_home', utility: 'water', startCounter: 812_345_000 },
  { key: 'kitchen-water', room: 'kitchen', ...water, startCounter: 21_407_300 },
  { key: 'bathroom-water', room: 'bathroom', ...water, startCounter: 164_918_650 },
  { key: 'bedroom-water', room: 'bedroom', ...water, startCounter: 17_260_400 },
  { key: 'hall-water', room: 'hall', ...water, startCounter: 29_873_100 },
  { key: 'garden-valve', room: 'garden', ...water, startCounter: 14_552_000 },
] as const satisfies readonly DemoMeter[];

export type MeterKey = (typeof meters)[number]['key'];

export const demoMeters: readonly (DemoMeter & { readonly key: MeterKey })[] = meters;
