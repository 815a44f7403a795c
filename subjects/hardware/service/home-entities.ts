/** A home as a whole as Home Assistant shows it: what today costs, where the bill is heading, prices, and what wants a look. Its figures are handed in. */
import {
  type BillingUnit,
  hasTrait,
  type Language,
  noticeFacts,
  type NoticeGroup,
  noticeGroupIds,
  noticeGroups,
  type NoticeKind,
  unitName,
  type Utility,
} from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import { type Entity, unknownState } from './entity.ts';

/** What a home's entities tell; amounts are decimal texts. */
export interface HomeFigures {
  readonly name: string;
  /** The owner's. */
  readonly language: Language;
  /** What is measured there. */
  readonly utilities: readonly Utility[];
  /** What it was told of and is not over; `title` in the owner's words, `device` null where it is of what a utility costs. */
  readonly notices: readonly {
    readonly kind: NoticeKind;
    readonly device: string | null;
    readonly since: string;
    readonly title: string;
  }[];
  /** Null: no tariff is in force. */
  readonly money: {
    readonly currency: string;
    /** What was used today, without what is fixed. */
    readonly today: string;
    readonly bill: { readonly from: string; readonly until: string; readonly soFar: string };
    /** Null: not known yet. */
    readonly likely: { readonly low: string; readonly expected: string; readonly high: string } | null;
    /** Of one more unit at this moment, with its taxes; null where a part of it is not known. */
    readonly prices: readonly { readonly utility: Utility; readonly unit: BillingUnit; readonly rate: string | null }[];
  } | null;
}

/** Null: there is nothing to tell of it, as of a visitor's demo. */
export type ReadHome = (household: string) => Promise<HomeFigures | null>;

const canTell = (group: NoticeGroup, { utilities, money }: HomeFigures): boolean =>
  ({
    leaks: utilities.some((utility) => hasTrait(utility, 'canLeak')),
    meters: utilities.length > 0,
    money: money !== null,
  })[noticeGroups[group].needs];

export const homeEntities = (household: string, home: HomeFigures): Entity[] => {
  const { name, language, money } = home;
  const say = textsIn(language, 'home-assistant');
  const shown = textsIn(language, 'notice-texts');
  const configOf = (component: Entity['component'], id: string, label: string) => ({
    unique_id: `wattershed_${household}_${id}`,
    // What automations name it by stays the same in every language.
    default_entity_id: `${component}.wattershed_${id}`,
    name: label,
    device: { identifiers: [`wattershed_${household}`], name: name || 'Wattershed', manufacturer: 'Wattershed' },
  });
  const alarm = (group: NoticeGroup): Entity => {
    const told = home.notices.filter(({ kind }) => noticeFacts(kind).group === group);
    const isLeak = noticeGroups[group].needs === 'leaks';
    const id = isLeak ? 'leak' : group;
    const label = isLeak ? say('leak') : shown(`filter.${group}`);
    return {
      component: 'binary_sensor',
      id,
      config: {
        ...configOf('binary_sensor', id, label),
        device_class: isLeak ? 'moisture' : 'problem',
      },
      state: told.length > 0 ? 'ON' : 'OFF',
      attributes: {
        meters: [...new Set(told.flatMap(({ device }) => device ?? []))],
        notices: told.map(({ kind, since, title }) => ({ kind, since, title })),
      },
    };
  };
  const sensor = (id: string, label: string, config: object, state: string | null, attributes?: object): Entity => ({
    component: 'sensor',
    id,
    config: { ...configOf('sensor', id, label), ...config },
    state: state ?? unknownState,
    ...(attributes && { attributes: { ...attributes } }),
  });
  const alarms = noticeGroupIds.filter((group) => canTell(group, home)).map(alarm);
  if (money === null) return alarms;
  const { currency, today, bill, likely, prices } = money;
  const amount = { device_class: 'monetary', unit_of_measurement: currency };
  return [
    ...alarms,
    sensor('cost_today', say('costToday'), amount, today),
    sensor('bill_forecast', say('billForecast'), amount, likely?.expected ?? null, {
      low: likely?.low ?? null,
      high: likely?.high ?? null,
      so_far: bill.soFar,
      from: bill.from,
      until: bill.until,
    }),
    ...prices.map(({ utility, unit, rate }) =>
      sensor(
        `price_${utility}`,
        say(`price.${utility}`),
        { unit_of_measurement: `${currency}/${unitName(unit)}`, state_class: 'measurement' },
        rate,
      ),
    ),
  ];
};
