/** How PostgREST writes values that lite passes on in PostgreSQL's own text form. */
function numericAsJson(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

function timestampAsJson(text: string): string {
  return text.replace(' ', 'T');
}

function timestamptzAsJson(text: string): string {
  return timestampAsJson(text).replace(/([+-]\d\d)$/, '$1:00');
}

const asText = (value: unknown) => String(value);
const asGiven = (value: unknown) => value;

export const postgrestTypes = {
  numeric: { to: 1700, from: [1700], serialize: asText, parse: numericAsJson },
  timestamp: { to: 1114, from: [1114], serialize: asGiven, parse: timestampAsJson },
  timestamptz: { to: 1184, from: [1184], serialize: asGiven, parse: timestamptzAsJson },
};
