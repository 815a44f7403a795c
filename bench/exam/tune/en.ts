/** English questions to tune by: whoever mends the assistant may read each of them. Those to check by are others. */
import { linesOf } from '#subjects/assistant/service/questions/testing-home.ts';
import { days, type Figures, from, oneDay } from '../figures.ts';
import { dearHours, inHours, noHours, ofOthers, orLeftOut, saving, usual } from '../in-english.ts';
import { cheapHours, names, type Paper, type Part, q, says, tells, unknown, unknownBeside } from '../question.ts';
import { beyond, home, talk } from './en-talk.ts';

const { today, yesterday, friday, week, lastWeek, weekBefore, november, october, september } = days;

const use = (f: Figures): Paper => ({
  use: [
    q('hows much leccy today so far', tells([f.kwh(today)])),
    q('watter used in bathroom ystrday', tells([f.litres(yesterday, { room: 'bathroom' })])),
    q('kichen electric last wk', tells([f.kwh(lastWeek, { room: 'kitchen' })])),
    q('How many units did we burn in September?', tells([f.kwh(september)])),
    q('wat did fridge eat on friday', tells([f.kwh(friday, { device: 'Fridge' })])),
    q('geyser usage today', unknown(/geyser/i)),
    q('current draw right now', tells([f.watts])),
    q('how much has the charger in the garage used this month', unknown(), { never: /\b0(\.0+)? kWh/ }),
    q('elec on the 31st of octover', tells([f.kwh(oneDay('2026-10-31'))])),
    q('gas used yday', unknown(/\bgas\b|only electricity and water/i), { never: /\d ?(kWh|L)\b/ }),
    q('telly this week in kwh pls', tells([f.kwh(week, { device: 'TV' })])),
    q('what used nothing today', [names(['Dishwasher']), unknown(/nothing/i)]),
  ],
  'compared and usual': [
    q('difference in electricity, sept vs oct', tells([f.kwh(september), f.kwh(october)])),
    q(
      'lounge or hall, which guzzles more power this month',
      tells([f.kwh(november, { room: 'living_room' }), f.kwh(november, { room: 'hall' })]),
    ),
    q('electricity yesterday vs the saturday before', tells([f.kwh(yesterday), f.kwh(oneDay('2026-11-14'))])),
    q('how much water on this date last year', unknown(/begin|since|2025|last year|no readings/i), { never: /159 L/ }),
    q(
      'tap vs shower last week',
      tells([f.litres(lastWeek, { device: 'Tap' }), f.litres(lastWeek, { device: 'Shower' })]),
    ),
    q('are 10 units in one day a lot for our house', usual(/a lot|\blot\b/i)),
    q('did we use more water than usual yesterday', usual(/usual/i)),
    q('are we worse than other families on our street', ofOthers, { never: /77/ }),
    q('whats a typical days water for us', usual(/typical/i)),
  ],
  'shares and units': [
    q('gallons of water we went thru yesterday', tells([f.gallons(yesterday)], /gal/i)),
    q('october water in cubic meters', tells([f.cubicMetres(october)], /m³|m3|cubic/i)),
    q('tv yesterday in Wh', tells([f.wattHours(yesterday, { device: 'TV' })])),
    q(
      'wat % of elec goes to the fridge this month',
      tells([f.shareOf({ utility: 'electricity', device: 'Fridge' }, november)]),
    ),
    q(
      "how much of september's power was the AC, in per cent",
      tells([f.shareOf({ utility: 'electricity', device: 'Bedroom AC' }, september)]),
    ),
    q('what fraction of our water went on the shower last week', [
      tells([f.shareOf({ utility: 'water', device: 'Shower' }, lastWeek)]),
      unknown(/fraction/i),
    ]),
    q(
      'kitchen as a percentage of all electricity, october',
      tells([f.shareOf({ utility: 'electricity', room: 'kitchen' }, october)]),
    ),
    q('my bill so far in rupees', [unknown(/rupee/i), tells([f.bill('soFar')], /rupee|₹|INR/i)]),
    q('litres per head yesterday', [
      unknown(/head|person|people|live/i),
      tells([f.litres(yesterday)], /head|person|people/i),
    ]),
    q('yesterdays water in bathtubs', unknown(/bath ?tub/i)),
  ],
  'cadence, dates and hours': [
    q(
      'electricity for each week of november',
      orLeftOut(
        [weekBefore, lastWeek, week].map((one) => f.kwh(one)),
        /week/i,
      ),
    ),
    q('water month by month', tells(f.months('water'))),
    q('per month electricity in the kitchen', tells(f.months('electricity', { room: 'kitchen' }))),
    q('daily water last week', tells(f.eachDay('water', 9, 7))),
    q('on average how much power a day in october', tells([f.average('electricity', october)])),
    q('3rd november power between 1pm and 4pm', inHours(f.kwhBetween(oneDay('2026-11-03'), 13, 16))),
    q('water 14 oct from 7 to 9 in the morning', inHours(f.litresBetween(oneDay('2026-10-14'), 7, 9))),
    q('last night 8 till midnite electric', inHours(f.kwhBetween(yesterday, 20, 24))),
    q('how much current did we use on dussehra', orLeftOut([f.kwh(oneDay('2026-10-20'))], /dussehra/i)),
    q('halloween electric', orLeftOut([f.kwh(oneDay('2026-10-31'))], /halloween/i)),
    q('melbourne cup day, power used?', orLeftOut([f.kwh(oneDay('2026-11-03'))], /melbourne|\bcup\b/i)),
    q('easter sunday water', unknown(/begin|since|no readings|easter/i)),
    q('how much electricity will we use next friday', unknown(), { never: /10\.1 kWh/ }),
    q(
      'first week of oct, water',
      tells([
        [
          ['2026-10-01', '2026-10-07'],
          ['2026-10-05', '2026-10-11'],
          ['2026-09-28', '2026-10-04'],
        ].map(([first = '', last = '']) => f.litres([first, last])),
      ]),
    ),
    q('kitchen water since 10 november', tells([f.litres(from('2026-11-10'), { room: 'kitchen' })])),
    q('sat two weeks ago electricity', orLeftOut([f.kwh(oneDay('2026-11-07'))], /two weeks/i)),
    q('weekends only in october how much power', orLeftOut([f.weekends('electricity', october)], /weekend/i)),
    q('mornings 6-10 this month, water', inHours(f.litresBetween(november, 6, 10))),
  ],
  'most, least and peaks': [
    q('which day in november had the most power use', names(f.extremeDay({ utility: 'electricity' }, november))),
    q('driest day this month, least water i mean, before today', [
      names(f.extremeDay({ utility: 'water' }, ['2026-11-01', '2026-11-21'], -1)),
      unknown(/before|least|driest/i),
    ]),
    q('highest watts yesterday and at what time', tells([f.peakPower('2026-11-21')], /23:00|11 ?pm/i)),
    q('worst hour friday for electric', names(f.peakHour({ utility: 'electricity' }, '2026-11-20'))),
    q('max demand this month', [tells(f.peakIn(november)), unknown(/demand|\bmax/i)]),
    q(
      'which room eats most electricity in october',
      names([['Kitchen', 'kitchen'], f.kwh(october, { room: 'kitchen' })]),
    ),
    q('how many days did we go over 11 units this month', [
      tells([f.daysAbove({ utility: 'electricity' }, november, 11_000)], /days?\b/i),
      unknown(/over|many|11/i),
    ]),
  ],
});

const { electricity, water } = linesOf(...november);
const untaxed = [...electricity, ...water].reduce((sum, cents) => sum + cents, 0);
/** What each of its latest runs cost. */
const washCost = (f: Figures): string[] =>
  ['2026-11-14', '2026-11-18', '2026-11-21'].flatMap((day) => f.deviceCostIn('Washing machine', oneDay(day)));

const money = (f: Figures): Paper => ({
  bills: [
    q('wheres my bill at', tells([f.bill('soFar')])),
    q('oct bill?', tells([f.bill('october')])),
    q('whats this month gonna come to in the end', tells([f.likely])),
    q('sept water bill', tells([f.bill('september', 'water')])),
    q('is the october bill payed yet', unknown(/pa(id|y)/i)),
    q(
      'why was october cheaper then september',
      tells([f.billChange('september', 'october', 'total')], /AC|electric|cool/i),
    ),
    q('how much is left of the electricity budget', [
      tells([f.budgetLeft]),
      tells([f.bill('soFar', 'electricity'), f.budget, f.budgetLeft]),
    ]),
    q('are we over budget', tells([[...f.budgetUsed, ...f.budgetLeft]])),
    q('what did sept and oct come to together', [
      tells([f.money(f.cents.september + f.cents.october)]),
      tells([f.bill('september'), f.bill('october')]),
    ]),
    q('standing charges this month how much', [tells([f.standing]), tells([f.price('0.30'), f.standing])]),
    q('last date for paying this bill', [unknown(/pay|due|date/i)], { never: /€56\.83/ }),
    q('august bill pls', [unknown(/august|begin|since|no (closed )?bill/i), unknownBeside(/no (closed )?bill|begin/i)]),
    q('bill for november without tax', [tells([f.money(untaxed)]), unknown(/tax/i)]),
  ],
  'prices and savings': [
    q('when is power cheepest tomorow', says(cheapHours)),
    q('whats the best time to put the dishwasher on tmrw', says(cheapHours)),
    q('which hours should i avoid', says(dearHours)),
    q(
      'would it pay to run the washing after 11pm',
      saving([...f.shifted('Washing machine', october), ...f.shifted('Washing machine', november)]),
    ),
    q(
      'suppose the dishwasher only ran at 3 in the morning how much less would i pay',
      saving([...f.shifted('Dishwasher', october), ...f.shifted('Dishwasher', november)]),
    ),
    q('is it cheaper to water the garden at night', noHours, { never: /€0\.12|€0\.1452/ }),
    q('price per unit right this minute', tells([[f.price('0.12'), f.price('0.1452')]])),
    q('elec rate at 7pm', [tells([[f.price('0.25'), f.price('0.3025')]]), unknown(/7|hour|19:00/i)]),
    q('how much would solar save us', unknown(/solar|roof|panel/i)),
    q('best hours on tuesday for the washing', [
      says(new RegExp(`^(?=[^]*(Tuesday|24 Nov|every day))[^]*(${cheapHours.source})`, 'i')),
      unknown(/tuesday/i),
    ]),
    q('how can we use less water', says(/leak|shower|\btaps?\b|drip/i)),
  ],
  'what things cost': [
    q('fridge cost last month', tells([f.deviceCostIn('Fridge', october)])),
    q('what does one wash cost roughly', [
      tells([washCost(f)]),
      unknown(/wash|run|single|each/i),
      unknownBeside(/(a|one|single|each|per) (wash|run)/i),
    ]),
    q('a ten minute shower is how much money', [
      unknown(/shower|single|each|minute/i),
      unknownBeside(/(a|one|single|each|per|minute) shower|minutes/i),
    ]),
    q('all the standby stuff, whats that costing me', tells([f.alwaysOn])),
    q('aircon since september in euros', tells([f.cost(days.year, 'Bedroom AC')])),
    q('what does a cup of tea cost to boil', unknown(/boil|kettle|tea/i), { never: /€(56|50|83)/ }),
    q('yesterdays electricity in money', tells([f.cost(yesterday)])),
    q('how much is the telly a year', [
      unknown(/year/i),
      unknownBeside(/a year|whole year|since 1 September|begin/i),
      tells([f.cost(days.year, 'TV')], /September/),
    ]),
    q('dishwasher last week, in £', [unknown(/£|pound/i), tells([f.cost(lastWeek, 'Dishwasher')], /£|pound|€/i)]),
  ],
});

export const english: readonly Part[] = [
  {
    name: 'English, to tune by',
    language: 'en',
    of: (figures) => [use(figures), money(figures), home(figures), talk(figures), beyond(figures)],
  },
];
