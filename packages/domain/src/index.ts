export * from './advance-meter.ts';
export * from './correct-late.ts';
export * from './counter-step.ts';
export * from './meter-state.ts';
export * from './packed-day.ts';
export * from './quarter-use.ts';
export * from './reading.ts';
