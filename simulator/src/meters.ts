/** The meters of the demo household: one of each utility in a room, below one for the whole home. */
import type { Utility } from '#catalogue/index.ts';

export interface DemoMeter {
  readonly key: string;
  readonly name: string;
  readonly room: string;
  readonly utility: Utility;
  /** The meter that already contains this one. */
  readonly parentKey?: string;
  /** What the counter shows at the household's first instant: Wh or mL. */
  readonly startCounter: number;
}

const electricity = { utility: 'electricity', parentKey: 'whole-home-electricity' } as const;
const water = { utility: 'water', parentKey: 'whole-home-water' } as const;

/** Electricity then water, mains first: the order of every day's figures. */
// biome-ignore format: one line a meter
const meters = [
  { key: 'whole-home-electricity', name: 'Mains electricity', room: 'whole_home', utility: 'electricity', startCounter: 24_318_402 },
  { key: 'kitchen-electricity', name: 'Kitchen electricity', room: 'kitchen', ...electricity, startCounter: 3_127_866 },
  { key: 'bathroom-electricity', name: 'Bathroom electricity', room: 'bathroom', ...electricity, startCounter: 918_240 },
  { key: 'living-room-electricity', name: 'Living room electricity', room: 'living_room', ...electricity, startCounter: 2_604_113 },
  { key: 'bedroom-electricity', name: 'Bedroom electricity', room: 'bedroom', ...electricity, startCounter: 640_972 },
  { key: 'hall-electricity', name: 'Hall electricity', room: 'hall', ...electricity, startCounter: 1_211_508 },
  { key: 'whole-home-water', name: 'Mains water', room: 'whole_home', utility: 'water', startCounter: 812_345_000 },
  { key: 'kitchen-water', name: 'Kitchen water', room: 'kitchen', ...water, startCounter: 21_407_300 },
  { key: 'bathroom-water', name: 'Bathroom water', room: 'bathroom', ...water, startCounter: 164_918_650 },
  { key: 'bedroom-water', name: 'Bedroom water', room: 'bedroom', ...water, startCounter: 17_260_400 },
  { key: 'hall-water', name: 'Hall water', room: 'hall', ...water, startCounter: 29_873_100 },
  { key: 'garden-water', name: 'Garden water', room: 'garden', ...water, startCounter: 14_552_000 },
] as const satisfies readonly DemoMeter[];

export type MeterKey = (typeof meters)[number]['key'];

export const demoMeters: readonly (DemoMeter & { readonly key: MeterKey })[] = meters;
