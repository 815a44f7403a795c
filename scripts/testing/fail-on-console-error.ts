import { afterEach, beforeEach } from 'vitest';

const print = console.error;
let unexpected: unknown[][] = [];

// A test that expects an error message says so by replacing console.error with a spy of its own.
beforeEach(() => {
  unexpected = [];
  console.error = (...words: unknown[]) => {
    unexpected.push(words);
    print(...words);
  };
});

afterEach(() => {
  console.error = print;
  if (unexpected.length > 0)
    throw new Error(`Unexpected console.error: ${unexpected.map((words) => words.join(' ')).join('\n')}`);
});
