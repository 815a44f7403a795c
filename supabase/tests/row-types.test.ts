import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/service/src/backend/testing.ts';

const folder = new URL('../../packages/database/src/', import.meta.url);
const source = readdirSync(folder)
  .map((file) => readFileSync(new URL(file, folder), 'utf8'))
  .join('\n');

/** The fields of an exported interface, as `name` or `name | null`. */
const fieldsOf = (name: string): string[] => {
  const body = new RegExp(`export interface ${name} \\{\\n([^}]*)\\}`).exec(source)?.[1] ?? '';
  return [...body.matchAll(/^ {2}(\w+): (.+);$/gm)].map(
    ([, field, type]) => `${field}${type?.includes('null') ? ' | null' : ''}`,
  );
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.each<[name: string, table: string, hidden: string[]]>([
  ['Household', 'households', []],
  ['HouseholdMember', 'household_members', []],
  ['HouseholdInvitation', 'household_invitations', ['hash']],
  ['Profile', 'profiles', []],
  ['HouseholdNotice', 'notices', []],
  ['ConnectedDevice', 'connected_devices', []],
  ['Meter', 'meters', []],
  ['Repair', 'repairs', []],
  ['ImportRow', 'imports', []],
  ['Channel', 'channels', []],
  ['UnreadMessage', 'unread_messages', []],
  ['DeviceCommand', 'device_commands', []],
  ['DeviceSchedule', 'device_schedules', []],
  ['IngestToken', 'ingest_tokens', ['hash']],
  ['BillingRecord', 'billing_records', []],
  ['ContactMessage', 'contact_messages', []],
  ['FaqEntry', 'faq_entries', []],
  ['FaqRequest', 'faq_requests', []],
  ['BillingRecordVersion', 'billing_record_versions', []],
  ['TariffRow', 'tariffs', []],
  ['PricePointRow', 'price_points', []],
  ['DayColourRow', 'day_colours', []],
  ['OutdoorTemperatureRow', 'outdoor_temperatures', []],
  ['BillingEvidence', 'billing_evidence', []],
  ['BillingCycleRow', 'billing_cycles', []],
  ['UtilityBillRow', 'utility_bills', []],
  ['BudgetRow', 'budgets', []],
  ['CostPolicyRow', 'cost_policies', []],
  ['AssistantMessage', 'assistant_messages', []],
  ['AssistantActionRow', 'assistant_actions', []],
  ['AssistantToken', 'assistant_tokens', ['hash']],
])('%s is a row of %s', async (name, table, hidden) => {
  const columns =
    await database.asOwner(`select column_name || case is_nullable when 'YES' then ' | null' else '' end as field
    from information_schema.columns where table_schema = 'public' and table_name = '${table}' order by ordinal_position`);
  const expected = columns.map((row) => row['field'] as string).filter((field) => !hidden.includes(field));
  expect(fieldsOf(name).sort()).toEqual(expected.sort());
});
