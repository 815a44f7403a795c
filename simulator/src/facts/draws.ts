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

/** DAIAD trial A, home hh050: the hours of the night that never fell to zero from March to September 2016, in mL an hour. */
export const slowLeakMlPerHour = { first: 1000, later: 3000 } as const;
