/** What appliances draw and how often they run: curves as [minutes, mean W]. */
export type Curve = readonly (readonly [number, number])[];

/** REFIT house 20 (CC BY 4.0, Murray et al. 2017): the run nearest to the median of 153, 0.84 kWh. */
// biome-ignore format: pairs
export const dishwasherCurve: Curve = [[2, 8], [1, 618], [8, 2270], [25, 33], [13, 28], [1, 940], [14, 2120]];

/** REFIT house 20: the run nearest to the median of 211, 0.35 kWh. */
// biome-ignore format: pairs
export const washingMachineCurve: Curve =
  [[5, 45], [1, 1150], [6, 2215], [26, 79], [2, 0], [3, 180], [20, 70], [5, 150], [4, 365], [3, 16]];

/** REFIT house 20: 1,699 boils and 882 uses in 426 days; quantiles of 10 to 90 %: 43 to 93 Wh, 20 to 68 Wh. */
export const kettle = { perDay: 3.99, watts: [2800, 2900], minutes: [0.9, 2] } as const;
export const microwave = { perDay: 2.07, watts: [1000, 1100], minutes: [1.2, 3.9] } as const;

/** AMPds fridge (FGE): 1.2 kWh a day; REFIT house 20 shows about 25 minutes on and 21 off at night. */
export const fridge = { cycleMinutes: 46, onMinutes: 24, watts: 95 } as const;

/** Night floors in W. AMPds: hall = security and network (EQE), bedrooms, living room 74 (ours has fewer screens); REFIT house 20: 203 in all. */
export const standbyWatts = {
  'whole-home-electricity': 25,
  'kitchen-electricity': 3,
  'bathroom-electricity': 12,
  'living-room-electricity': 48,
  'bedroom-electricity': 7,
  'hall-electricity': 41,
} as const;
