/** A line through several columns that odd days do not bend: least squares, the far ones weighted down (Huber). */

/** Of Huber's weights: 95 % as sharp as least squares where nothing is odd. */
export const nearOff = 1.345;
const rounds = 12;
/** A line that moves by less than this of what is near does not move. */
const still = 1e-3;
export const toSigma = 1.4826;

export const medianOf = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? high) + high) / 2;
};

export const predict = (row: readonly number[], line: readonly number[]): number =>
  row.reduce((sum, value, i) => sum + value * (line[i] ?? 0), 0);

/** The normal equations, solved by elimination; a column that says nothing of its own gets 0. */
const solve = (rows: readonly (readonly number[])[], y: readonly number[], weights: readonly number[]): number[] => {
  const width = rows[0]?.length ?? 0;
  const table = Array.from({ length: width }, () => new Float64Array(width + 1));
  rows.forEach((row, at) => {
    const weight = weights[at] ?? 1;
    table.forEach((line, i) => {
      const one = weight * (row[i] ?? 0);
      if (one === 0) return;
      for (let j = 0; j < width; j += 1) line[j] = (line[j] ?? 0) + one * (row[j] ?? 0);
      line[width] = (line[width] ?? 0) + one * (y[at] ?? 0);
    });
  });
  const sizes = table.map((line, i) => line[i] ?? 0);
  const pivots = table.map((line, i) => {
    const pivot = line[i] ?? 0;
    if (pivot <= 1e-9 * (sizes[i] ?? 0)) return 0;
    for (const other of table) {
      const share = other === line ? 0 : (other[i] ?? 0) / pivot;
      if (share !== 0) for (let j = i; j <= width; j += 1) other[j] = (other[j] ?? 0) - share * (line[j] ?? 0);
    }
    return pivot;
  });
  return table.map((line, i) => ((pivots[i] ?? 0) === 0 ? 0 : (line[width] ?? 0) / (pivots[i] ?? 1)));
};

export const robustFit = (rows: readonly (readonly number[])[], y: readonly number[]): number[] => {
  let line = solve(rows, y, []);
  for (let round = 0; round < rounds; round += 1) {
    const off = rows.map((row, i) => Math.abs((y[i] ?? 0) - predict(row, line)));
    const width = nearOff * toSigma * medianOf(off);
    if (!(width > 0)) return line;
    const next = solve(
      rows,
      y,
      off.map((one) => Math.min(1, width / one)),
    );
    const moved = next.reduce((most, one, i) => Math.max(most, Math.abs(one - (line[i] ?? 0))), 0);
    line = next;
    if (moved < still * width) return line;
  }
  return line;
};
