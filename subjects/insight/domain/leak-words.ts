/** Which words of `notice-texts` say that water runs that should not: of what is over it is all the same how fast it ran. */
export const leakWords = (kind: 'burst' | 'running-water', isOver: boolean) =>
  isOver ? 'running.ended' : kind === 'burst' ? 'burst' : 'running.lasts';
