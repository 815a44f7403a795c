import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { fileFormat } from '../index.ts';

const begin = '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">';
const type =
  '<entry><link rel="self" href="ReadingType/1"/><content><ReadingType><powerOfTenMultiplier>0</powerOfTenMultiplier><uom>72</uom></ReadingType></content></entry>';
const perBlock = 288;
const spanS = 300;

/** A day of five-minute readings after the other: `bytes` of them. */
function* blocks(bytes: number): Generator<Buffer> {
  yield Buffer.from(begin + type);
  let written = 0;
  for (let day = 0; written < bytes; day += 1) {
    const readings = Array.from({ length: perBlock }, (_, i) => {
      const start = 1_000_000_000 + (day * perBlock + i) * spanS;
      return `<IntervalReading><cost>1</cost><timePeriod><duration>${spanS}</duration><start>${start}</start></timePeriod><value>7</value></IntervalReading>\n`;
    });
    const link = `<link rel="self" href="RetailCustomer/1/UsagePoint/1/MeterReading/1/IntervalBlock/${day}"/>`;
    const block = Buffer.from(
      `<entry>${link}<content><IntervalBlock>${readings.join('')}</IntervalBlock></content></entry>`,
    );
    written += block.length;
    yield block;
  }
  yield Buffer.from('</feed>');
}

test('two hundred megabytes are read in bounded memory, every reading once', async () => {
  const open = () => Readable.from(blocks(200_000_000));
  const seen = await fileFormat.preview(open, 'large.xml', 'UTC');
  if (!seen.ok) throw new Error(seen.code);
  const before = process.memoryUsage().heapUsed;
  let [readings, sum, most] = [0, 0, 0];
  const ended = await fileFormat.read(open, seen.value.suggestion, {
    batchSize: 5000,
    onBytes: () => {},
    take: async (batch) => {
      readings += batch.readings.length;
      sum += batch.readings.reduce((total, { value }) => total + value, 0);
      most = Math.max(most, process.memoryUsage().heapUsed);
    },
  });
  expect(ended.ok).toBe(true);
  expect(readings).toBe(seen.value.rows);
  expect(sum).toBe(readings * 7);
  expect((most - before) / 1e6).toBeLessThan(150);
}, 600_000);
