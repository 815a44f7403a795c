/** How often a parser is given something that nobody would send: a hundred thousand times in the full run. */
const isFull = process.env['TEST_FULL'] === '1';

export const fuzz = { numRuns: isFull ? 100_000 : 200 };
export const fuzzTimeoutMs = 900_000;
