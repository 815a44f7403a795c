/** Rows as CSV (RFC 4180), safe to open in a spreadsheet: a text that would begin a formula is led by an apostrophe. */
const formula = /^[=+\-@\t\r]/;

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = formula.test(text) && !/^-?\d+([.]\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;

export const csvOf = (columns: readonly string[], rows: readonly Record<string, unknown>[]): string =>
  csvLine(columns) + rows.map((row) => csvLine(columns.map((column) => row[column]))).join('');
