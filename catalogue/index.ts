/** The product's closed lists. Pure: it imports nothing, and everything may import it. */
export * from './units.ts';
export * from './utilities.ts';
