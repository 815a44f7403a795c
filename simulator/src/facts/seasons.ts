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
