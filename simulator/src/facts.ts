/** When real households use water and electricity: weights of the 24 local hours, 0 to 23. */
export type HourWeights = readonly number[];

/** Water, per mille of a weekday. DAIAD trial A (CC BY-SA 4.0), Alicante: mean of the shares of 11 homes, 2016-03 to 2017-05. */
// biome-ignore format: one line a day
export const waterWeekday: HourWeights =
  [22, 11, 6, 5, 4, 7, 49, 103, 64, 48, 45, 39, 39, 43, 44, 43, 41, 43, 49, 57, 68, 71, 57, 41];

/** The same homes on Saturdays and Sundays. */
// biome-ignore format: one line a day
export const waterWeekend: HourWeights =
  [24, 15, 9, 5, 5, 5, 9, 23, 50, 71, 87, 85, 75, 59, 52, 50, 43, 46, 50, 48, 57, 54, 42, 34];

/** Starts of draws, per cent. WEUSEDTO (CC BY 4.0), one flat in Naples, 2019; draws of 50 mL and more, showers of 4 L and more. */
// biome-ignore format: one line a day
export const drawStarts = {
  kitchenTap: [2, 2, 1, 0, 0, 0, 0, 6, 10, 6, 5, 4, 5, 6, 6, 5, 4, 4, 4, 4, 7, 10, 5, 4],
  bidet: [4, 1, 1, 1, 2, 1, 0, 7, 13, 8, 9, 6, 7, 2, 3, 4, 4, 4, 5, 3, 3, 4, 5, 2],
  shower: [1, 0, 1, 0, 0, 1, 0, 11, 15, 6, 4, 4, 3, 1, 2, 4, 5, 6, 7, 6, 8, 5, 6, 5],
} as const satisfies Record<string, HourWeights>;

/** Starts counted in 426 days. REFIT house 20 (CC BY 4.0), 2014-04 to 2015-05. */
// biome-ignore format: one line a day
export const applianceStarts = {
  kettle: [0, 0, 0, 0, 0, 6, 162, 206, 52, 35, 51, 47, 102, 116, 58, 82, 135, 177, 85, 27, 151, 199, 7, 1],
  microwave: [0, 0, 0, 0, 0, 6, 133, 173, 64, 113, 63, 42, 78, 23, 8, 6, 7, 41, 79, 36, 6, 4, 0, 0],
  dishwasher: [0, 3, 1, 2, 1, 2, 21, 18, 10, 1, 0, 2, 6, 1, 5, 0, 0, 3, 18, 47, 7, 4, 1, 0],
  washingMachine: [0, 1, 1, 0, 1, 4, 4, 30, 52, 17, 13, 12, 10, 11, 11, 7, 10, 5, 4, 8, 8, 0, 0, 2],
} as const satisfies Record<string, HourWeights>;

/** Electricity above each room's night floor, per mille. AMPds (Makonin 2016, doi:10.1038/sdata.2016.37), Burnaby, 2012-04 to 2013-04. */
// biome-ignore format: one line a day
export const roomElectricity = {
  /** Oven and dishwasher (WOE, DWE). */
  kitchen: [11, 0, 0, 0, 0, 0, 0, 3, 3, 12, 22, 42, 43, 35, 47, 55, 93, 171, 81, 107, 115, 77, 53, 31],
  /** Television, office, electronics, basement (TVE, OFE, EBE, BME). */
  livingRoom: [3, 1, 0, 0, 0, 4, 5, 15, 20, 18, 22, 22, 16, 21, 39, 52, 63, 49, 44, 55, 71, 178, 240, 63],
  /** Two bedrooms (B1E, B2E). */
  bedroom: [7, 2, 0, 0, 0, 0, 0, 14, 19, 48, 62, 50, 44, 53, 53, 33, 36, 35, 50, 111, 137, 132, 76, 37],
  /** The house less all its sub-meters. */
  unmetered: [3, 1, 1, 0, 0, 3, 8, 81, 57, 47, 31, 26, 22, 26, 29, 33, 54, 89, 107, 127, 98, 85, 55, 17],
} as const satisfies Record<string, HourWeights>;

/** How use changes with the month (January first, northern hemisphere) and the weekday (Monday first): 1 = the mean. */

/** REFIT house 20 (CC BY 4.0): mean day of each month, complete days of 2014-04 to 2015-05. */
export const electricityByMonth = [1.19, 0.98, 1.07, 0.94, 0.82, 0.99, 0.94, 0.92, 1.17, 0.99, 1.09, 1.1];

/** REFIT house 20, the washing machine left out. */
export const electricityByWeekday = [1.09, 0.97, 0.95, 0.95, 1.06, 0.94, 1.04];

/** REFIT house 20: energy of the washing machine, kWh a day: washed on Mondays and Fridays. */
export const washingByWeekday = [0.49, 0.096, 0.084, 0.083, 0.403, 0.068, 0.043];

/** AMPds fridge (FGE): relative to its mean of 1.2 kWh a day. */
export const fridgeByMonth = [0.9, 0.92, 0.98, 0.94, 1, 1.01, 1.2, 1.24, 1.13, 0.99, 0.9, 0.89];

/** DAIAD trial A, Alicante: mean of 11 homes, days away left out. */
export const waterByMonth = [0.91, 0.93, 0.98, 0.98, 1.01, 1.05, 0.94, 0.99, 1.03, 1.05, 1.05, 1];

export const waterByWeekday = [1.04, 1.01, 0.99, 1, 0.94, 0.97, 1.06];

/** DAIAD trial A, home hh058 (623 L a day, a summer peak): its months above its lowest, relative to their mean. */
export const gardenByMonth = [0.17, 0.3, 0.27, 0.87, 1.49, 1.84, 2.31, 1.89, 1.49, 0.82, 0.55, 0];

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
  'whole-home-electricity': 34,
  'kitchen-electricity': 3,
  'air-conditioner': 3,
  'tv-and-computer': 48,
  'bedroom-electricity': 7,
  'hall-electricity': 41,
} as const;

/** Sizes of water draws as quantiles (0, 10, ... 90, 99 %) in mL, with the usual flow in mL a minute. */
export interface DrawShape {
  readonly quantilesMl: readonly number[];
  readonly flowMlPerMinute: number;
}

/** WEUSEDTO (CC BY 4.0, Di Mauro et al., SoftwareX 2022): draws of 50 mL and more; flow = volume over time. */
export const washbasin: DrawShape = {
  quantilesMl: [50, 100, 161, 240, 327, 436, 587, 808, 1258, 2212, 5735],
  flowMlPerMinute: 1978,
};

export const bidet: DrawShape = {
  quantilesMl: [51, 281, 453, 640, 872, 1065, 1236, 1414, 1727, 2225, 6744],
  flowMlPerMinute: 2391,
};

export const kitchenTap: DrawShape = {
  quantilesMl: [50, 73, 116, 169, 235, 322, 469, 714, 1065, 1750, 6659],
  flowMlPerMinute: 2052,
};

/** WEUSEDTO: every flush is 12 L, and the cistern fills in 6 minutes. */
export const toilet: DrawShape = { quantilesMl: [12_000, 12_000], flowMlPerMinute: 2000 };

/** DAIAD trial B (CC BY-SA 4.0), amphiro b1, St Albans: 2,722 showers of 31 people, mean 34 L. */
export const shower: DrawShape = {
  quantilesMl: [5000, 10_400, 14_300, 16_600, 19_300, 23_100, 28_100, 36_800, 51_100, 73_200, 135_000],
  flowMlPerMinute: 5900,
};

/** WEUSEDTO, draws a day of one person. */
export const drawsPerPerson = { washbasin: 9.6, bidet: 2.6, kitchenTap: 9.7, toilet: 3.4, shower: 1.05 } as const;

/** WEUSEDTO: one wash of 45.4 L as [minute, mL]. */
// biome-ignore format: pairs
export const washingMachineFills: readonly (readonly [number, number])[] = [
  [0, 8300], [2, 1100], [4, 1300], [5, 1200], [33, 8400], [35, 1200], [43, 9200], [46, 1400], [54, 2100], [55, 8500], [56, 2700],
];

/** WEUSEDTO: a dishwasher takes 10.2 L; a third before each wash and rinse of the curve in appliances.ts. */
export const dishwasherFills: readonly (readonly [number, number])[] = [
  [0, 3400],
  [37, 3400],
  [49, 3400],
];

/** Ours: a cistern whose valve does not close. DAIAD trial A, home hh050, leaked 1 to 3 L an hour for months. */
export const cisternLeakMlPerHour = 12_000;

/** Ours: cools in July and August, heats a little in winter; relative to the mean. */
export const airConditioningByMonth = [1.3, 1, 0.4, 0.1, 0.2, 1.1, 2.3, 2.3, 1, 0.2, 0.9, 1.2];
