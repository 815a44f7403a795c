const heights = ['h-32', 'h-48', 'h-64', 'h-80', 'h-96', 'h-112', 'h-128', 'h-144', 'h-160'] as const;

/** As much height as so many rows need; beyond two dozen they draw closer together. */
export function rowsHeight(rows: number): string {
  const index = Math.ceil((rows * 42 + 34) / 64) - 2;
  return heights[Math.max(0, Math.min(heights.length - 1, index))] ?? 'h-160';
}
