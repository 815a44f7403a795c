/** The written form of a tariff as a JSON Schema, for editors that check a text while it is written: `tariffs/tariff.schema.json`. */
import { z } from 'zod';
import { tariffPlan } from './tariff-plan.ts';

/** A number that may come as a text has no shape of its own in the schema. */
const isCoercedNumber = ({ _zod }: z.core.$ZodType): boolean =>
  _zod.def.type === 'number' && 'coerce' in _zod.def && _zod.def.coerce === true;

/** Draft 7, which most editors know. What a schema cannot say (a period that no rule names) is left to the service's check. */
export const tariffSchema = (): object => ({
  title: 'A tariff for water or electricity',
  ...z.toJSONSchema(tariffPlan, {
    io: 'input',
    target: 'draft-7',
    override: ({ zodSchema, jsonSchema }) => {
      if (isCoercedNumber(zodSchema)) jsonSchema.type = ['integer', 'string'] as unknown as 'integer';
    },
  }),
});
