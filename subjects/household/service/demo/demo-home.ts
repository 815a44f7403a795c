/** Which household the demo is: the same figures for everyone who starts at the same minute. */
export const demoSeed = 20_261_120;
export const demoTimeZone = 'Europe/Madrid';
