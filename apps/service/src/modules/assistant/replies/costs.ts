/** Answers what rooms, devices and what is always on cost in the open cycle. */
import { addDays } from '@wattershed/domain';
import { type CostFacts, type DeviceCost, readCostFacts, type RoomCost } from '../facts/costs.ts';
import { wholeHome } from '../home.ts';
import { costsLink, figure } from '../links.ts';
import type { Asking, FoundResult, OwnAnswer } from '../own-answer.ts';
import type { AskedPart, Question } from '../question.ts';
import { enterNote, simulatedNote } from './money-notes.ts';
import { type MoneyVoice, moneyVoice, paragraphs, safe } from './money-voice.ts';

export type CostsQuestion = Extract<Question, { readonly about: 'costs' }>;

interface Telling {
  readonly facts: CostFacts;
  readonly part: AskedPart;
  readonly asking: Asking;
  readonly voice: MoneyVoice;
}

const daysOf = ({ start, today }: CostFacts, { days }: MoneyVoice): string => days(start, addDays(today, 1));

const nameOf = (row: DeviceCost | RoomCost, { device, room }: MoneyVoice): string =>
  'device' in row ? device(row.device, row.isRest) : room(row.room, row.isRest);

/** A figure that opens the card with the costs. */
const linked = (amount: string, { facts, voice }: Telling): string =>
  figure(voice.money(amount, facts.currency), costsLink);

const resultOf = ({ facts, voice }: Telling): FoundResult => ({
  tool: 'costs',
  title: voice.t('title-costs', { days: daysOf(facts, voice) }),
  link: costsLink,
});

const usedCell = (row: DeviceCost | RoomCost, { write }: Asking): string[] =>
  'device' in row ? [write.amount(row.utility, row.used)] : [];

const tableOf = (
  rows: readonly (DeviceCost | RoomCost)[],
  by: 'room' | 'device',
  { facts, asking, voice }: Telling,
) => ({
  columns: [
    { title: voice.t(by), isNumber: false },
    { title: voice.paper.t('amount'), isNumber: true },
    ...(by === 'device' ? [{ title: voice.paper.t('use'), isNumber: true }] : []),
  ],
  rows: rows.map((row) => [nameOf(row, voice), voice.money(row.cost, facts.currency), ...usedCell(row, asking)]),
});

/** Standing charges, which nothing that is used causes. */
const fixedNote = (by: 'room' | 'device', telling: Telling): string[] => {
  const { facts, voice } = telling;
  const amount = by === 'device' ? facts.fixed : facts.apart;
  if (Number(amount) === 0) return [];
  return [voice.t(by === 'device' ? 'costs-fixed' : 'costs-apart', { amount: linked(amount, telling) })];
};

/** Of the whole home, or of a meter above others: it is in no room, and no device. */
const isRest = (row: DeviceCost | RoomCost): boolean => row.isRest || row.room === wholeHome || row.room === '';

/** What cost more than all that has a name. */
const restNote = (rows: readonly (DeviceCost | RoomCost)[], telling: Telling): string[] => {
  const { voice } = telling;
  const [first] = rows;
  if (!first || !isRest(first) || rows.every(isRest)) return [];
  return [voice.t('costs-rest', { name: safe(nameOf(first, voice)), amount: linked(first.cost, telling) })];
};

const mostAnswer = (by: 'room' | 'device', telling: Telling): OwnAnswer => {
  const { facts, part, asking, voice } = telling;
  const rows =
    by === 'room' ? facts.rooms : facts.devices.filter(({ room }) => part.room === null || room === part.room);
  const days = daysOf(facts, voice);
  const most = rows.find((row) => !isRest(row)) ?? rows[0];
  if (!most) return { text: voice.t('costs-none', { days }), results: [resultOf(telling)] };
  const amount = linked(most.cost, telling);
  return {
    text: paragraphs(
      [
        voice.t('costs-most', { days, name: safe(nameOf(most, voice)), amount }),
        ...restNote(rows, telling),
        voice.t('costs-table'),
      ],
      [...fixedNote(by, telling), ...simulatedNote(asking, voice)],
    ),
    results: [{ ...resultOf(telling), table: tableOf(rows, by, telling) }],
  };
};

const oneAnswer = (name: string, row: DeviceCost | RoomCost | undefined, telling: Telling): OwnAnswer => {
  const { facts, asking, voice } = telling;
  const days = daysOf(facts, voice);
  const results = [resultOf(telling)];
  if (!row) return { text: voice.t('cost-none', { name: safe(name), days }), results };
  const values = { name: safe(nameOf(row, voice)), days, amount: linked(row.cost, telling) };
  const [used] = usedCell(row, asking);
  const text = used === undefined ? voice.t('cost-of', values) : voice.t('cost-of-used', { ...values, used });
  return { text: paragraphs([text], simulatedNote(asking, voice)), results };
};

const totalAnswer = (telling: Telling): OwnAnswer => {
  const { facts, part, asking, voice } = telling;
  const text = voice.t('so-far-days', {
    subject: voice.t(`subject-${part.utility ?? 'all'}`),
    amount: voice.amount(facts.total, facts.currency),
    days: daysOf(facts, voice),
  });
  return { text: paragraphs([text], simulatedNote(asking, voice)), results: [resultOf(telling)] };
};

const alwaysOnAnswer = (telling: Telling): OwnAnswer => {
  const { facts, asking, voice } = telling;
  const results = [resultOf(telling)];
  if (facts.alwaysOn === null) return { text: voice.t('no-always-on'), results };
  const { watts, cost, month } = facts.alwaysOn;
  const text = voice.t('always-on', {
    power: asking.write.power(watts),
    amount: linked(cost, telling),
    month: linked(month, telling),
  });
  return { text: paragraphs([text], simulatedNote(asking, voice)), results };
};

export const wordCosts = (asking: Asking, facts: CostFacts | null, { part, ask }: CostsQuestion): OwnAnswer => {
  const voice = moneyVoice(asking);
  if (facts === null) return { text: paragraphs([voice.t('no-tariff'), enterNote(asking, voice)], []), results: [] };
  const telling = { facts, part, asking, voice };
  if (ask === 'always-on') return alwaysOnAnswer(telling);
  if (ask === 'rooms' || ask === 'most-room') return mostAnswer('room', telling);
  if (ask === 'devices' || ask === 'most-device') return mostAnswer('device', telling);
  const { device, room } = part;
  if (device !== null)
    return oneAnswer(
      voice.device(device, false),
      facts.devices.find((one) => one.device === device),
      telling,
    );
  if (room === null) return totalAnswer(telling);
  return oneAnswer(
    voice.room(room, false),
    facts.rooms.find((one) => one.room === room),
    telling,
  );
};

export const replyToCosts = async (asking: Asking, question: CostsQuestion): Promise<OwnAnswer> =>
  wordCosts(asking, await readCostFacts(asking.sources, question.part.utility), question);
