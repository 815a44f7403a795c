import { expect, test } from 'vitest';
import { pricesOf, type Scripted, stagePulls } from './testing-services.ts';

const dayS = 86_400;
const start = Date.UTC(2026, 10, 22, 12) / 1000;
const on = stagePulls(start, (url) => answer(url), 'Europe/Berlin', { answerMs: 500 });
const { clock } = on;
/** The market went from hours to quarter-hours; tomorrow in Berlin is known at noon. */
const quartersFrom = Date.UTC(2025, 8, 30, 22) / 1000;
const knownUntil = Date.UTC(2026, 10, 23, 23) / 1000;

const stamp = (atS: number): string => `${new Date(atS * 1000).toISOString().slice(0, 16)}Z`;
const ofStamp = (text: string): number => Date.parse(text.replace(/(....)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5Z')) / 1000;
const document = (series: string): string => `<?xml version="1.0" encoding="utf-8"?>
<Publication_MarketDocument xmlns="urn:iec62325.351:tc57wg16:451-3:publicationdocument:7:3">
  <mRID>1</mRID><type>A44</type>
  <period.timeInterval><start>2020-01-01T23:00Z</start><end>2030-01-01T23:00Z</end></period.timeInterval>${series}
</Publication_MarketDocument>`;
const acknowledgement = (text: string, code = 999): string => `<?xml version="1.0" encoding="UTF-8"?>
<Acknowledgement_MarketDocument xmlns="urn:iec62325.351:tc57wg16:451-1:acknowledgementdocument:7:0"><mRID>1</mRID>
  <Reason><code>${code}</code><text>${text}</text></Reason></Acknowledgement_MarketDocument>`;

interface Series {
  readonly from: number;
  readonly to: number;
  readonly stepS: number;
  readonly points: readonly (readonly [position: number, price: string])[];
  readonly sequence?: number;
  readonly curve?: string;
  readonly currency?: string;
}
const timeSeries = ({ from, to, stepS, points, sequence = 1, curve = 'A03', currency = 'EUR' }: Series): string => `
  <TimeSeries><mRID>1</mRID><auction.type>A01</auction.type><businessType>A62</businessType>
    <contract_MarketAgreement.type>A01</contract_MarketAgreement.type>
    <currency_Unit.name>${currency}</currency_Unit.name><price_Measure_Unit.name>MWH</price_Measure_Unit.name>
    <classificationSequence_AttributeInstanceComponent.position>${sequence}</classificationSequence_AttributeInstanceComponent.position>
    <curveType>${curve}</curveType>
    <Period><timeInterval><start>${stamp(from)}</start><end>${stamp(to)}</end></timeInterval><resolution>PT${stepS / 60}M</resolution>
      ${points.map(([at, price]) => `<Point><position>${at}</position><price.amount>${price}</price.amount></Point>`).join('\n')}
    </Period></TimeSeries>`;

/** What the hour or quarter-hour that begins here costs: the same for twelve hours. */
const priceAt = (atS: number): string => ((Math.floor(atS / 43_200) % 300) - 20).toFixed(2);

/** By days of UTC; what is as before is left out, and another auction stands first. */
const answer = (url: URL): Scripted => {
  const [from, to] = ['periodStart', 'periodEnd'].map((name) => ofStamp(url.searchParams.get(name) ?? ''));
  const series: string[] = [];
  for (let at = Math.floor((from ?? 0) / dayS) * dayS; at < (to ?? 0) && at < knownUntil; at += dayS) {
    const ends = [quartersFrom, knownUntil].find((one) => one > at && one < at + dayS) ?? at + dayS;
    const day = (begin: number, end: number): string => {
      const stepS = begin < quartersFrom ? 3600 : 900;
      const points: (readonly [number, string])[] = [];
      for (let one = begin; one < end; one += stepS)
        if (one === begin || priceAt(one) !== priceAt(one - stepS))
          points.push([(one - begin) / stepS + 1, priceAt(one)]);
      const other = timeSeries({ from: begin, to: end, stepS: 900, points: [[1, '999']], sequence: 2 });
      return other + timeSeries({ from: begin, to: end, stepS, points });
    };
    series.push(day(at, ends));
    if (ends < at + dayS && ends < knownUntil) series.push(day(ends, at + dayS));
  }
  return { body: series.length > 0 ? document(series.join('')) : acknowledgement('No matching data found.') };
};

const add = (zone = 'DE-LU') => on.pulls.add(on.home, { kind: 'entsoe', key: 'token-of-home', settings: { zone } });

test('two years come, hours as hours and quarter-hours as quarter-hours; what is left out is as before', async () => {
  expect((await add()).statusCode).toBe(201);
  await on.pulls.all();
  const since = Date.UTC(2024, 10, 21) / 1000;
  const kept = await pricesOf(on, 'entsoe-de-lu');
  const expected = [];
  for (let at = since; at < knownUntil; at += at < quartersFrom ? 3600 : 900)
    expected.push({
      step_s: at < quartersFrom ? 3600 : 900,
      starts_at: new Date(at * 1000),
      euros: Number(priceAt(at)) / 1000,
    });
  expect(kept.map(({ price, ...rest }) => ({ ...rest, euros: Number(price) }))).toEqual(expected);
  expect(await on.pulls.row(on.home)).toMatchObject({
    is_filled: true,
    fault: null,
    pulled_to: new Date(knownUntil * 1000),
  });
  const asked = on.service.asked.map(({ searchParams }) => searchParams);
  expect(asked.length).toBeLessThan(20);
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    securityToken: 'token-of-home',
    documentType: 'A44',
    'contract_MarketAgreement.type': 'A01',
    in_Domain: '10Y1001A1001A82H',
    out_Domain: '10Y1001A1001A82H',
    periodStart: '202411210000',
    periodEnd: '202502190000',
  });
  // Nothing new is no fault.
  clock.s += 3 * 3600;
  expect(await on.pulls.all()).toBe(1);
  expect(await on.pulls.row(on.home)).toMatchObject({ fault: null, pulled_to: new Date(knownUntil * 1000) });
});

const at = Date.UTC(2026, 10, 21, 23) / 1000;
const hour = (series: Partial<Series>): Scripted => ({
  body: document(
    timeSeries({
      from: at,
      to: at + 4 * 900,
      stepS: 900,
      points: [
        [1, '10'],
        [4, '-16.7'],
      ],
      ...series,
    }),
  ),
});
const startFrom = async (): Promise<void> => {
  await add();
  await on.stage.seed.owner`update pulls set pulled_to = to_timestamp(${at}), next_at = to_timestamp(${clock.s})`;
};

test('a curve of fixed blocks has holes where it has holes; other currencies are another series', async () => {
  await startFrom();
  on.service.answer = () => hour({ curve: 'A01', currency: 'PLN' });
  await on.pulls.turn();
  expect(await pricesOf(on, 'entsoe-de-lu-pln')).toMatchObject([{ price: '0.01' }, { price: '-0.0167' }]);
  expect(await pricesOf(on, 'entsoe-de-lu')).toEqual([]);
});

test('what they refuse, break off and do not have is said in words, and keeps nothing', async () => {
  await startFrom();
  const of = async (answered: Scripted | Promise<Scripted>) => {
    on.service.answer = () => answered;
    await on.stage.seed.owner`update pulls set next_at = to_timestamp(${clock.s})`;
    await on.pulls.turn();
    return (await on.pulls.row(on.home))?.fault;
  };
  const whole = String(hour({}).body);
  expect(await of({ status: 401, body: acknowledgement('Unauthorized. Missing or invalid security token.') })).toBe(
    'key-refused',
  );
  expect(await of({ status: 429, headers: { 'retry-after': '900' }, body: '' })).toBe('busy');
  expect((await on.pulls.row(on.home))?.next_at.getTime()).toBe((clock.s + 900) * 1000);
  expect(await of({ status: 503, body: '<html>' })).toBe('unreachable');
  expect(await of({ ...hour({}), isCut: true })).toBe('unreachable');
  expect(await of({ body: whole.slice(0, whole.length / 2) })).toBe('not-understood');
  expect(await of({ body: whole.replace('MWH', 'KWH') })).toBe('not-understood');
  expect(await of({ body: whole.replace('PT15M', 'P1D') })).toBe('not-understood');
  expect(await of({ body: whole.replace('-16.7', 'n/a') })).toBe('not-understood');
  expect(await of({ body: '<html><body>Maintenance</body></html>' })).toBe('not-understood');
  expect(
    await of({ body: `<!DOCTYPE x [<!ENTITY a "b">]>${whole.replace('10<', '&a;<').replace(/<\?xml.*\?>/, '')}` }),
  ).toBe('not-understood');
  expect(await of({ status: 400, body: acknowledgement('The combination of parameters is not valid.') })).toBe(
    'not-understood',
  );
  expect(await of(new Promise<Scripted>((resolve) => setTimeout(() => resolve(hour({})), 1500)))).toBe('unreachable');
  expect(await pricesOf(on, 'entsoe-de-lu')).toEqual([]);
  // Tomorrow's are not there yet, also as a request that was wrong.
  expect(await of({ status: 400, body: acknowledgement('No matching data found for Data item [12.1.D].') })).toBeNull();
  expect(await of(hour({}))).toBeNull();
  expect(await pricesOf(on, 'entsoe-de-lu')).toMatchObject(
    ['0.01', '0.01', '0.01', '-0.0167'].map((price) => ({ price })),
  );
});

test('a zone that has no prices at all is said; one that is none cannot be set up', async () => {
  expect((await add('XX')).json()).toMatchObject({ code: 'body-malformed' });
  expect((await add('constructor')).json()).toMatchObject({ code: 'body-malformed' });
  await add('ME');
  on.service.answer = () => ({ body: acknowledgement('No matching data found.') });
  await on.pulls.turn();
  expect(await on.pulls.row(on.home)).toMatchObject({ fault: 'nothing-there' });
});
