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
  untracked: [3, 1, 1, 0, 0, 3, 8, 81, 57, 47, 31, 26, 22, 26, 29, 33, 54, 89, 107, 127, 98, 85, 55, 17],
} as const satisfies Record<string, HourWeights>;
