/** What was used: amounts, hours, days, shares, comparisons, whether it is usual. */
import { days, type Figures, from, oneDay } from '../../figures.ts';
import { asksBack, names, type Paper, q, says, tells, unknown, unknownBeside } from '../../question.ts';

const electricity = { utility: 'electricity' } as const;
const water = { utility: 'water' } as const;

export const use = (f: Figures): Paper => ({
  amounts: [
    q('how much water have we gone through today', tells([f.litres(days.today)])),
    q('whats the lectric at so far this month', [
      tells([f.kwh(days.november)]),
      tells([f.bill('soFar', 'electricity')]),
    ]),
    q('kwh yesterday??', tells([f.kwh(days.yesterday)])),
    q('did the telly use a lot last night', tells([f.kwhBetween(days.yesterday, 20, 24, { device: 'TV' })])),
    q('fridge consumption october pls', tells([f.kwh(days.october, { device: 'Fridge' })])),
    q('how many units did my house burn in September', tells([f.kwh(days.september)])),
    q('litres thru the kitchen tap on Friday', tells([f.litres(days.friday, { device: 'Tap' })])),
    q('watr used in bathrom yestrday', tells([f.litres(days.yesterday, { room: 'bathroom' })])),
    q('What has the dishwasher used since Monday?', tells([f.kwh(days.week, { device: 'Dishwasher' })])),
    q('total electricity from the 3rd to the 9th of november', tells([f.kwh(from('2026-11-03', '2026-11-09'))])),
    q('how much did the bedroom use the night before last', [
      tells([f.kwhBetween(oneDay('2026-11-20'), 20, 24, { room: 'bedroom' })]),
      tells([f.kwhBetween(oneDay('2026-11-20'), 22, 24, { room: 'bedroom' })]),
      tells([f.kwh(days.friday, { room: 'bedroom' })]),
    ]),
    q('power used by garage charger this week', [
      unknown(),
      says(/Garage charger[^]*(never|no reading|nothing)|(never|no reading|nothing)[^]*Garage charger/i),
    ]),
    q('garden watering last month how many litres', tells([f.litres(days.october, { room: 'garden' })])),
    q('how much leccy do we use thats not any of the devices, this week', [
      tells([f.unmetered(days.week)]),
      unknown(/unmetered|rest|device/i),
    ]),
    q('anything used in the hall on wednesday', tells([f.kwh(days.wednesday, { room: 'hall' })])),
  ],
  hours: [
    q('how much power did we use between 6 and 10 pm yesterday', tells([f.kwhBetween(days.yesterday, 18, 22)])),
    q('electric from midnight to 6am today', tells([f.kwhBetween(days.today, 0, 6)])),
    q('shower between 7 and 9 this morning', tells([f.litresBetween(days.today, 7, 9, { device: 'Shower' })])),
    q('what did we use on friday after 8 in the evening', tells([f.kwhBetween(days.friday, 20, 24)])),
    q('water at 7am on the 18th', tells([f.litresBetween(days.wednesday, 7, 8)])),
    q('what hour did i use most electricity yesterday', names(f.peakHour(electricity, days.yesterday[0]))),
    q('busiest hour for water on thursday', names(f.peakHour(water, '2026-11-19'))),
  ],
  series: [
    q('break down my power by day since wednesday', tells(f.eachDay('electricity', 18, 5))),
    q('daily water nov 10 to 13', tells(f.eachDay('water', 10, 4))),
    q('month by month electricity since september', tells(f.months('electricity'))),
    q('water per month this autumn', tells(f.months('water'))),
    q('weekly kwh for the last 2 full weeks', tells([f.kwh(days.lastWeek), f.kwh(days.weekBefore)])),
    q('show me the fridge each month', tells(f.months('electricity', { device: 'Fridge' }))),
    q('average litres a day in october?', tells([f.average('water', days.october)])),
    q('on avg how much does the tv eat per day this month', [
      tells([f.average('electricity', days.november, { device: 'TV' })]),
      tells([f.average('electricity', from('2026-11-01', '2026-11-21'), { device: 'TV' })]),
    ]),
  ],
  extremes: [
    q('worst day for electricity this month', names(f.extremeDay(electricity, days.november))),
    q('which day last month did we use least water', names(f.extremeDay(water, days.october, -1))),
    q("what's the hungriest appliance this week", names(f.top('electricity', 'device', days.week))),
    q('which room guzzles the most water', [
      names(f.top('water', 'room', days.november)),
      names(f.top('water', 'room', days.week)),
      names(f.top('water', 'room', days.today)),
      names(f.top('water', 'room', days.year)),
    ]),
    q('top consumer in september, power', names(f.top('electricity', 'device', days.september))),
    q('when did we use the most water since september began', names(f.extremeDay(water, days.year))),
    q(
      'how many days in october did we go over 10 kwh',
      names([f.daysAbove(electricity, days.october, 10_000)], /days/i),
    ),
  ],
  shares: [
    q(
      'what % of the electric is the fridge this month',
      tells([f.shareOf({ ...electricity, device: 'Fridge' }, days.november)]),
    ),
    q(
      'how much of our water goes down the shower? october',
      tells([f.shareOf({ ...water, device: 'Shower' }, days.october)]),
    ),
    q('share of kitchen in power last week', tells([f.shareOf({ ...electricity, room: 'kitchen' }, days.lastWeek)])),
    q(
      'is it true the garden takes half the water? this month',
      tells([f.shareOf({ ...water, room: 'garden' }, days.november)]),
    ),
  ],
  comparisons: [
    q('are we using more power than last week', tells([f.kwh(days.week), f.before('electricity', days.lastWeek)])),
    q('october vs september water', tells([f.litres(days.october), f.litres(days.september)])),
    q(
      'tv or fridge, which costs me more energy this week',
      tells([f.kwh(days.week, { device: 'TV' }), f.kwh(days.week, { device: 'Fridge' })]),
    ),
    q('today compared to yesterday, electricity', tells([f.kwh(days.today), f.before('electricity', days.yesterday)])),
    q('did we use less water on saturday than on friday', tells([f.litres(days.yesterday), f.litres(days.friday)])),
    q('compare last weekend with the one before for electricity', [
      tells([f.kwh(days.lastWeekend), f.kwh(from('2026-11-07', '2026-11-08'))]),
      tells([f.kwh(from('2026-11-21', '2026-11-22')), f.kwh(days.lastWeekend)]),
    ]),
    q('how does november compare with the same month last year', unknownBeside(/2025|last year|year before/i)),
    q(
      'is the kitchen worse than the bathroom for water in oct',
      tells([f.litres(days.october, { room: 'kitchen' }), f.litres(days.october, { room: 'bathroom' })]),
    ),
  ],
  usual: [
    q('is that normal? 460 litres in a day', [says(/average|usual|normal|typical|a day/i), asksBack()]),
    q('is my electricity today higher than usual', tells([f.kwh(days.today)], /usual|average|normal|typical|than/i)),
    q(
      'fridge using too much or about right this week',
      tells([f.kwh(days.week, { device: 'Fridge' })], /usual|average|normal|than|compared|before/i),
    ),
    q('is that normal', says(/usual|average|normal|typical|than/i), { after: ['how much water did we use yesterday'] }),
  ],
  feasts: [
    q('how much power did we use on halloween', tells([f.kwh(oneDay('2026-10-31'))])),
    q('water at easter?', unknown()),
    q('electricity used on diwali', tells([f.kwh(oneDay('2026-11-08'))])),
    q('how many kwh at weekends in october', tells([f.weekends('electricity', days.october)])),
    q('hows our usage on christmas last year', unknown()),
  ],
  units: [
    q('yesterdays water in gallons', tells([f.gallons(days.yesterday)], /gal/i)),
    q('cubic meters of water in september', tells([f.cubicMetres(days.september)], /m³|m3|cubic/i)),
    q(
      'how many watt hours did the hall lamp use yesterday',
      tells([f.wattHours(days.yesterday, { device: 'Hall lamp' })]),
    ),
    q('and in m3', tells([f.cubicMetres(days.october)]), { after: ['water in october'] }),
  ],
  'a year ago': [
    q('what did we use a year ago today', unknown()),
    q('electricity nov 2025', unknown()),
    q('kwh in july', unknown()),
  ],
});
