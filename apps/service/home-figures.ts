/** What a home tells other programs, from the subjects that know it. */
import type { Sql } from '#kernel/db.ts';
import type { Billing } from '#subjects/bills/service/index.ts';
import type { HomeFigures } from '#subjects/hardware/service/index.ts';
import { readHomeConcerns } from '#subjects/insight/service/index.ts';

export const createReadHome =
  (sql: Sql, billing: Pick<Billing, 'homeMoney'>) =>
  async (household: string): Promise<HomeFigures | null> => {
    const concerns = await readHomeConcerns(sql, household);
    return concerns && { ...concerns, money: await billing.homeMoney(household) };
  };
