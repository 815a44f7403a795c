import { roomKinds, sharings } from '../domain/tariff/explain/share-common.ts';
import { z } from 'zod';
import { endpoint, ofHousehold } from '#catalogue/endpoint.ts';
import { daysBetween } from '#catalogue/local-day.ts';
import { amount } from './billing.ts';
import { utility } from '#subjects/usage/contract/usage.ts';

const deviceCost = z.object({
  deviceId: z.uuid(),
  room: z.string(),
  used: z.number().describe('Wh or mL; of a meter above others, without theirs.'),
  cost: amount,
});

const sharing = z.enum(sharings).describe('Not at all; as the cost of each room’s own use; the same for each room.');

const commonRooms = z.array(z.string().max(40)).max(50);

/** How a household shares among its rooms what is nobody's own. */
const costPolicy = z.object({
  fixed: sharing,
  common: sharing.describe('What common rooms and the rest of the home cost.'),
  commonRooms,
});
export type CostPolicy = z.infer<typeof costPolicy>;

const listText = z
  .string()
  .max(10_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('not a JSON list');
      return z.NEVER;
    }
  });

/** Parts of a policy stand in place of those that are kept: what would each room bear? */
const costsQuery = ofHousehold.extend({
  fixed: sharing.optional(),
  common: sharing.optional(),
  commonRooms: listText.pipe(commonRooms).optional().describe('A JSON list of names.'),
});

const roomCost = z.object({
  room: z.string(),
  kind: z.enum(roomKinds).describe('It bears its shares; it is common; or it is what stands in no room.'),
  utilities: z.array(
    z.object({
      utility,
      used: z.number().nullable().describe('Wh or mL. Null: nothing there measures it.'),
      own: amount,
      common: amount.describe(
        'Its share of common areas; below zero what others bear of it, or its share of a credit.',
      ),
      fixed: amount.describe('Its share of the fixed charges; below zero of a credit.'),
      total: amount.describe('The three of them.'),
    }),
  ),
});

/** What the open cycle's cost so far comes from: use at the price of its hour, with the taxes on it. */
export const billCosts = z.object({
  household: z.uuid(),
  start: z.iso.date(),
  today: z.iso.date(),
  currency: z.string().nullable().describe('Null: no tariff is in force.'),
  utilities: z.array(
    z.object({
      utility,
      total: amount,
      fixed: amount.describe('Standing charges, contracted power and minima, with their taxes.'),
      devices: z.array(deviceCost).describe('Dearest first; with `fixed` they sum to the total.'),
      apart: amount.describe('What no room bears of `fixed`; with the totals of the rooms it sums to the total.'),
      unborne: z.array(z.enum(['common', 'fixed'])).describe('What the policy shares and no room can bear.'),
    }),
  ),
  policy: costPolicy,
  rooms: z.array(roomCost).describe('By the policy; those with devices in use, and those that cost something.'),
  alwaysOn: z
    .object({
      watts: z.number(),
      cost: amount.describe('In the cycle so far.'),
      month: amount.describe('In 30 days, at what this cycle pays.'),
    })
    .nullable()
    .describe('What is drawn when nobody does anything. Null: less than a week is known.'),
});
export type BillCosts = z.infer<typeof billCosts>;

export const readBillCosts = endpoint({
  method: 'GET',
  path: '/api/v1/bills/costs',
  who: 'person',
  summary: 'What the open cycle has cost by device and by room, what is fixed, and what is always on',
  query: costsQuery,
  answer: billCosts,
  problems: ['forbidden'],
});

const costBuckets = ['hour', 'day', 'week', 'month'] as const;
export type CostBucket = (typeof costBuckets)[number];

/** Three years, one of them a leap year: the longest period that Analytics shows. */
const maxCostDays = 1096;
/** Hours are asked for of a few days. */
const maxHourlyDays = 32;

const usageCostsQuery = ofHousehold
  .extend({
    from: z.iso.date(),
    to: z.iso.date().describe('The first day after them.'),
    bucket: z.enum(costBuckets).default('day'),
    by: z.enum(['utility', 'device']).default('device'),
  })
  .superRefine(({ from, to, bucket }, context) => {
    const most = bucket === 'hour' ? maxHourlyDays : maxCostDays;
    const fault = (message: string) => context.addIssue({ code: 'custom', path: ['to'], message });
    if (to <= from) fault('has to be later than `from`');
    else if (daysBetween(from, to) > most) fault(`more than ${most} days after \`from\``);
  });

const usageCostRow = z.object({
  start: z.string().describe('As of the use: a local day, or the instant of an hour.'),
  utility,
  deviceId: z.string().optional(),
  cost: amount.describe('Of the use that has a price, with the taxes on it; in more decimals than the currency has.'),
  unpriced: z.number().describe('Wh or mL that have no price: they are not in the cost.'),
});
export type UsageCostRow = z.infer<typeof usageCostRow>;

/** What use cost over time, at the prices of its billing cycles. */
const usageCosts = z.object({
  household: z.uuid(),
  currency: z.string().nullable().describe('Null: no tariff is in force on any of these days.'),
  fixed: z
    .array(z.object({ utility, amount }))
    .describe('Standing charges, contracted power and minima of these days, with their taxes: in no row.'),
  rows: z.array(usageCostRow).describe('With what is fixed they sum to the bills of these days.'),
  missing: z.array(z.string()).describe('Series of prices or of day colours that are not known on all of these days.'),
});
export type UsageCosts = z.infer<typeof usageCosts>;

export const readUsageCosts = endpoint({
  method: 'GET',
  path: '/api/v1/bills/costs/over-time',
  who: 'person',
  summary: 'What use has cost by hour, day, week or month, by utility or device',
  query: usageCostsQuery,
  answer: usageCosts,
  problems: ['forbidden'],
});
