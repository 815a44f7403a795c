/** The people of a household, handing it over, and having several. What each role may is the database's to say. */
import type { ErrorCode } from '#catalogue/error-codes.ts';
import {
  changeMember,
  createHousehold,
  deleteHousehold,
  type HouseholdPerson,
  maxHouseholds,
  readMembers,
  removeMember,
  transferHousehold,
} from '../contract/household.ts';
import type { TakeAllowance } from '#kernel/http/client-address.ts';
import type { Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { Serve } from '#kernel/http/serve.ts';
import { throwFault } from './fault.ts';

export interface HouseholdDeps {
  readonly sql: Sql;
  readonly takeAllowance: TakeAllowance;
}

interface Outcome {
  fault: ErrorCode | null;
}

const newHouseholds = { kind: 'household', count: 20, seconds: 86_400 };

export const householdRoutes = (serve: Serve, { sql, takeAllowance }: HouseholdDeps): void => {
  const done = async (outcome: PromiseLike<Outcome[]>): Promise<void> => throwFault((await outcome)[0]?.fault ?? null);

  serve(createHousehold, async ({ person, body: { name, timeZone } }) => {
    await takeAllowance(newHouseholds, person.sub);
    const [made] = await sql<(Outcome & { id: string })[]>`
      select * from private.create_household(${person.sub}, ${name}, ${timeZone ?? null}, ${maxHouseholds})`;
    throwFault(made?.fault ?? null);
    return { id: made?.id ?? '' };
  });

  serve(deleteHousehold, ({ person, params: { household }, body: { name } }) =>
    done(sql<Outcome[]>`select private.delete_household(${person.sub}, ${household}, ${name}) as fault`),
  );

  serve(readMembers, async ({ person, params: { household } }) => {
    const [row] = await sql<{ members: HouseholdPerson[] | null }[]>`
      select private.household_people(${person.sub}, ${household}) as members`;
    if (!row?.members) throw new ProblemError('not-found');
    return { members: row.members };
  });

  serve(changeMember, ({ person, params: { household, member }, body }) =>
    done(sql<Outcome[]>`
      select private.change_member(${person.sub}, ${household}, ${member}, ${JSON.stringify(body)}::text::jsonb) as fault`),
  );

  serve(removeMember, ({ person, params: { household, member }, query: { tokens } }) =>
    done(sql<Outcome[]>`
      select private.remove_member(${person.sub}, ${household}, ${member}, ${tokens === 'end'}) as fault`),
  );

  serve(transferHousehold, ({ person, params: { household }, body: { to } }) =>
    done(sql<Outcome[]>`select private.transfer_household(${person.sub}, ${household}, ${to}) as fault`),
  );
};
