/** What wmbusmeters hears of a radio meter, as it writes it. */
import { sendRadioTelegrams } from '@wattershed/contracts';
import { ProblemError } from '../../platform/problem.ts';
import type { Serve } from '../../platform/serve.ts';
import type { IngestTokens } from './ingest-tokens.ts';
import type { Ingest } from './take-readings.ts';
import type { Unread, UnreadMessage } from './unread.ts';

/** What `main` gives: the wire format. Wh or mL, seconds since 1970; null: nothing of use in it. */
export type ReadRadioMeter = (
  telegram: unknown,
) => { readonly meter: string; readonly at: number | null; readonly value: number } | null;

export interface RadioDeps {
  readonly ingest: Pick<Ingest, 'take'>;
  readonly tokens: Pick<IngestTokens, 'find'>;
  readonly unread: Unread;
  readonly readMeter: ReadRadioMeter;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export const radioRoutes = (serve: Serve, { ingest, tokens, unread, readMeter, now }: RadioDeps): void => {
  serve(sendRadioTelegrams, async ({ token, body }) => {
    const telegrams: readonly unknown[] = Array.isArray(body) ? body : [body];
    const read = telegrams.map((telegram: unknown) => ({ telegram, meter: readMeter(telegram) }));
    const heard = read.flatMap(({ meter }) => meter ?? []);
    const missed = read.flatMap(({ telegram, meter }) => (meter === null && isOfMeter(telegram) ? [telegram] : []));
    const { household } = missed.length === 0 ? { household: null } : await tokens.find(token);
    if (household !== null) await unread.note(household, missed.map(unreadOf));
    if (heard.length === 0) {
      if (missed.length > 0) throw new ProblemError('nothing-read', missed.slice(0, 5).map(nothingOf).join(' '));
      throw new ProblemError('body-malformed', 'The body is no telegram of a water or electricity meter with a total');
    }
    const sent = heard.map(({ meter, at, value }, index) => {
      return { index, meter, at: at ?? Math.floor(now() / 1000), value, spanS: null };
    });
    return ingest.take(token, { sent, rejected: [], count: sent.length });
  });
};

type Telegram = Readonly<Record<string, unknown>>;

/** What wmbusmeters writes of any meter, also of one that counts nothing of ours. */
const isOfMeter = (telegram: unknown): telegram is Telegram =>
  typeof telegram === 'object' && telegram !== null && typeof (telegram as Telegram)['media'] === 'string';

const nameOf = ({ name, id, meter }: Telegram): string =>
  [name, id, meter].find((one) => typeof one === 'string' && one !== '') as string;

const unreadOf = (telegram: Telegram): UnreadMessage => ({
  door: 'wmbus',
  place: nameOf(telegram) ?? 'wmbus',
  reason: Object.keys(telegram).some((field) => /production|backward/.test(field)) ? 'returned' : 'not-understood',
  payload: JSON.stringify(telegram),
});

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '?');

/** Which meter, what it is, and the totals that it does tell. */
const nothingOf = (telegram: Telegram): string => {
  const totals = Object.keys(telegram).filter((field) => /_(m3|kwh|l|wh|gj|counter)$/.test(field));
  const told = totals.length === 0 ? 'no totals' : totals.slice(0, 6).join(', ');
  return `${nameOf(telegram)} (${wordOf(telegram['meter'])}, ${wordOf(telegram['media'])}): ${told}; total_m3 of water or total_energy_consumption_kwh of electricity is read.`;
};
