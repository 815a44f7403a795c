import { defineAdvice } from './advice.ts';

/** Water that does not stop: what a month of it costs is what its repair saves. */
export const runningLeak = defineAdvice({
  id: 'running-leak',
  effort: 'repair',
  find: ({ leaks }) =>
    leaks.flatMap(({ meterId, device, utility, litresPerHour, month }) =>
      month === null ? [] : [{ meterId, device, utility, perMonth: month, figures: { litresPerHour } }],
    ),
});
