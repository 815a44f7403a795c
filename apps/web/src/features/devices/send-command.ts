import { sendReadings } from '@wattershed/contracts/readings';

export type ReadingForm = 'counter' | 'interval';
export type Shell = 'posix' | 'powershell';

export interface ReadingExample {
  origin: string;
  token: string;
  meter: string;
  form: ReadingForm;
  value: number;
  /** The instant of a counter's value, or the end of an interval. */
  at: Date;
}

const quarterMs = 900_000;

/** What is sent with one reading. */
export function exampleBody({ meter, form, value, at }: Omit<ReadingExample, 'origin' | 'token'>): string {
  const end = toTheSecond(at);
  const reading =
    form === 'counter'
      ? { meter, at: end, value }
      : { meter, from: toTheSecond(new Date(at.getTime() - quarterMs)), to: end, value };
  return JSON.stringify({ readings: [reading] });
}

/** A command that sends one reading, to be pasted into a terminal as it is. */
export function sendCommand(example: ReadingExample, shell: Shell): string {
  const url = `${example.origin}${sendReadings.path}`;
  const body = exampleBody(example);
  if (shell === 'powershell') {
    return [
      `Invoke-RestMethod -Method Post '${url}' \``,
      `  -Headers @{ Authorization = 'Bearer ${example.token}' } \``,
      `  -ContentType 'application/json' \``,
      `  -Body '${body}'`,
    ].join('\n');
  }
  return [
    `curl -X POST '${url}' \\`,
    `  -H 'Authorization: Bearer ${example.token}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n');
}

function toTheSecond(at: Date): string {
  return at.toISOString().replace(/\.\d+Z$/, 'Z');
}
