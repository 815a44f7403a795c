/** Answers what rooms, devices and what is always on cost: in the open cycle, or in a period. */
import { utilityWithStandby } from '@wattershed/catalogue';
import { type CostFacts, type DeviceCost, readCostFacts, type RoomCost } from '../facts/costs.ts';
import { wholeHome } from '../home.ts';
import type { Asking, FoundResult, OwnAnswer } from '../own-answer.ts';
import type { AskedPeriod, Question } from '../question.ts';
import {
  costNotes,
  costOf,
  daysOf,
  isTooLong,
  linked,
  linkOf,
  mostOf,
  nameOf,
  noCostOf,
  noCosts,
  noTariff,
  type Telling,
  tooLong,
  totalText,
} from './cost-words.ts';
import { moneyVoice, paragraphs, safe } from './money-voice.ts';
import { withWholeDays } from './phrases.ts';

export type CostsQuestion = Extract<Question, { readonly about: 'costs' }>;

const resultOf = (telling: Telling, by?: 'room' | 'device'): FoundResult => ({
  tool: 'costs',
  title: telling.voice.t('title-costs', { days: daysOf(telling) }),
  link: linkOf(telling, by),
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
    ...(by === 'device' ? [{ title: voice.paper.line('use'), isNumber: true }] : []),
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
  const { facts, part, voice } = telling;
  const rows =
    by === 'room' ? facts.rooms : facts.devices.filter(({ room }) => part.room === null || room === part.room);
  const most = rows.find((row) => !isRest(row)) ?? rows[0];
  if (!most) return { text: paragraphs([noCosts(telling)], costNotes(telling)), results: [resultOf(telling, by)] };
  return {
    text: paragraphs(
      [mostOf(nameOf(most, voice), most.cost, telling), ...restNote(rows, telling), voice.t('costs-table')],
      [...fixedNote(by, telling), ...costNotes(telling)],
    ),
    results: [{ ...resultOf(telling, by), table: tableOf(rows, by, telling) }],
  };
};

const oneAnswer = (name: string, row: DeviceCost | RoomCost | undefined, telling: Telling): OwnAnswer => {
  const [used = null] = row ? usedCell(row, telling.asking) : [];
  const text = row ? costOf(nameOf(row, telling.voice), row.cost, used, telling) : noCostOf(name, telling);
  return { text: paragraphs([text], costNotes(telling)), results: [resultOf(telling)] };
};

const totalAnswer = (telling: Telling): OwnAnswer => ({
  text: paragraphs([totalText(telling)], costNotes(telling)),
  results: [resultOf(telling)],
});

/** `named`: of a time that was named, it is told of the open cycle all the same. */
const alwaysOnAnswer = (telling: Telling, named: AskedPeriod | null): OwnAnswer => {
  const { facts, asking, voice } = telling;
  const results = [resultOf(telling)];
  if (facts.alwaysOn === null) return { text: voice.t('no-always-on'), results };
  const { watts, cost, month } = facts.alwaysOn;
  const text = voice.t('always-on', {
    power: asking.write.rate(utilityWithStandby, watts),
    amount: linked(cost, telling),
    month: linked(month, telling),
  });
  const notes = [...(named === null ? [] : [voice.t('always-on-open')]), ...costNotes(telling)];
  return { text: paragraphs([text], notes), results };
};

export const wordCosts = (asking: Asking, facts: CostFacts | null, { part, ask, period }: CostsQuestion): OwnAnswer => {
  const voice = moneyVoice(asking);
  if (facts === null) return noTariff(asking, voice, period);
  const telling = { facts, part, asking, voice };
  if (ask === 'always-on') return alwaysOnAnswer(telling, period);
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

const replyOfDays = async (asking: Asking, question: CostsQuestion): Promise<OwnAnswer> => {
  const { part, ask, period } = question;
  if (ask !== 'always-on' && period !== null && isTooLong(period)) return tooLong(moneyVoice(asking));
  const facts = await readCostFacts(asking, part, ask === 'always-on' ? null : period);
  return wordCosts(asking, facts, question);
};

export const replyToCosts = async (asking: Asking, question: CostsQuestion): Promise<OwnAnswer> => {
  if (question.period?.hours === undefined || question.ask === 'always-on') return replyOfDays(asking, question);
  const { hours: _hours, ...days } = question.period;
  return withWholeDays(asking, await replyOfDays(asking, { ...question, period: days }));
};
