// npx tsx scripts/write-tariff-schema.ts: after a change of the written form of tariffs, for editors that check it.
import { writeFileSync } from 'node:fs';
import { tariffSchema } from '#subjects/bills/contract/tariff-schema.ts';

writeFileSync(
  new URL('../tariffs/tariff.schema.json', import.meta.url),
  `${JSON.stringify(tariffSchema(), null, 2)}\n`,
);
