import { defineAdvice } from './advice.ts';

/** A block ahead in which each unit costs more: what is used beyond it is what can be saved. */
export const dearerBlock = defineAdvice({
  id: 'dearer-block',
  effort: 'habit',
  find: ({ blocks }) =>
    blocks.map(({ utility, day, above, unit, rate, nextRate, more }) => ({
      utility,
      perMonth: more,
      figures: { day, above, unit, rate, nextRate },
    })),
});
