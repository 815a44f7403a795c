/** The product's closed lists. Pure: it imports nothing, and everything may import it. */
export * from './amounts.ts';
export * from './languages.ts';
export * from './notice-groups.ts';
export * from './notice-kinds.ts';
export * from './units.ts';
export * from './utilities.ts';
