import type { HouseholdMember } from '#supabase/tables/index.ts';
import { expect, test } from 'vitest';
import { rightsOf } from './household.ts';

type Case = [
  HouseholdMember['role'],
  string[] | null,
  { write: boolean; delete: boolean; hall: boolean; bath: boolean },
];

const cases: Case[] = [
  ['owner', null, { write: true, delete: true, hall: true, bath: true }],
  ['owner', [], { write: true, delete: true, hall: true, bath: true }],
  ['member', null, { write: true, delete: false, hall: true, bath: true }],
  ['member', ['hall'], { write: true, delete: false, hall: true, bath: false }],
  ['member', [], { write: true, delete: false, hall: false, bath: false }],
  ['viewer', null, { write: false, delete: false, hall: false, bath: false }],
  ['viewer', ['hall'], { write: false, delete: false, hall: true, bath: false }],
  ['viewer', [], { write: false, delete: false, hall: false, bath: false }],
];

test.each(cases)('C6.1 C6.3 %s with the rooms %j', (role, rooms, may) => {
  const rights = rightsOf(role, rooms);
  const { mayWrite, mayDelete, mayShare, maySwitch } = rights;
  expect({ write: mayWrite, delete: mayDelete, hall: maySwitch('hall'), bath: maySwitch('bathroom') }).toEqual(may);
  expect(mayShare).toBe(role === 'owner');
  expect(rights.switches).toBe(may.bath ? 'all' : may.hall ? 'some' : 'none');
});
