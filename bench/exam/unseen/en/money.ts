/** Bills, prices, budgets, what things cost and what a change would save. */
import { days, type Figures, from } from '../../figures.ts';
import {
  asksBack,
  cheapHours,
  names,
  type Paper,
  q,
  says,
  saysApart,
  tells,
  unknown,
  unknownBeside,
} from '../../question.ts';

export const money = (f: Figures): Paper => ({
  bills: [
    q("what's the damage so far this month", tells([f.bill('soFar')])),
    q('last months bill', tells([f.bill('october')])),
    q('how much was the water bill in september', tells([f.bill('september', 'water')])),
    q('what will i end up paying for november', tells([f.likely])),
    q('is october bill paid already?', [unknown(/paid|payment/i), tells([f.bill('october')], /paid|payment/i)]),
    q('do i owe anything', [unknown(/paid|payment|owe/i), tells([f.bill('soFar')]), asksBack()]),
    q('when does my billing month finish', says(/30 Nov|November 30|1 Dec|December 1/i)),
    q('both bills added up', tells([f.money(f.cents.september + f.cents.october)])),
    q('which bill was dearer, sept or oct', tells([f.bill('september')])),
    q(
      'why did we pay less in october than in sept',
      tells([f.bill('october'), f.billChange('september', 'october', 'total')]),
    ),
    q('electric part of octobers bill', tells([f.bill('october', 'electricity')])),
    q('how much of the november bill is standing charges', tells([f.standing])),
    q('bill for june please', unknown(/june/i)),
    q('what would my bill be if i lived in france', unknown()),
  ],
  prices: [
    q('price of a unit right now?', tells([[f.price('0.12'), f.price('0.1452')]])),
    q('when is electricity cheap', says(cheapHours)),
    q('what am i paying per kwh at peak', tells([[f.price('0.25'), f.price('0.3025')]])),
    q('how much is a cubic metre of water', tells([[f.price('1.10'), f.price('1.21')]])),
    q('is it ok to run the dishwasher at 9pm or better after 10', says(/22:00|10 ?pm|after 10|later|valley|cheap/i)),
    q('best time to do laundry today', says(/1[48]:00|22:00|until 6|right now/i)),
    q('tariff tomorrow', says(/0\.12|0\.1452|0\.25|0\.3025|22:00|same/i)),
    q('whats my standing charge', tells([[f.price('0.30'), f.price('0.10'), ...f.standing]])),
    q('do i have a cheaper tariff available with another supplier', unknown()),
    q('what happens after 4 cubes of water, does it get dearer', tells([[f.price('2.40'), f.price('2.64')]])),
  ],
  budgets: [
    q('am I within budget', tells([f.budget, [f.bill('soFar', 'electricity'), ...f.budgetUsed]])),
    q('how much have i left of the electric budget', tells([f.budgetLeft])),
    q("what's my limit on power spending", tells([f.budget])),
    q('water budget?', unknown(/water/i)),
    q('raise my budget to 100', unknown(/budget|setting|change/i), {
      never: /\b(done|raised|I have set|is now 100)\b/i,
    }),
  ],
  'what things cost': [
    q('how many euros does the fridge cost me', tells([[...f.cost(days.november, 'Fridge'), f.deviceCost('Fridge')]])),
    q('cost of running the ac in october', tells([f.cost(days.october, 'Bedroom AC')])),
    q('tv last week in money', tells([f.cost(days.lastWeek, 'TV')])),
    q('what did yesterdays electricity set us back', tells([f.cost(days.yesterday)])),
    q(
      'which gadget costs us the most',
      names(['Fridge', [...f.cost(days.november, 'Fridge'), f.deviceCost('Fridge')]]),
    ),
    q('price of one wash', unknown()),
    q(
      'is the dishwasher expensive to run',
      tells([[...f.cost(days.november, 'Dishwasher'), f.deviceCost('Dishwasher')]]),
    ),
    q('what do things left on standby cost per month', tells([f.alwaysOn])),
  ],
  saving: [
    q('what would i save if the dishwasher ran after ten at night', [
      tells([f.shifted('Dishwasher', days.november)]),
      tells([f.shifted('Dishwasher', days.october)]),
      tells([
        [f.price('0.12'), f.price('0.1452')],
        [f.price('0.25'), f.price('0.3025')],
      ]),
    ]),
    q('how to bring down the water bill', saysApart(/shorter|shower|\btap|leak|drip/)),
    q('tips for less electricity', says(/off-peak|cheap|standby|peak|24/i)),
    q(
      'if I shut the fridge off for a week what would that save',
      [tells([f.cost(days.lastWeek, 'Fridge')]), tells([f.kwh(days.lastWeek, { device: 'Fridge' })]), unknown()],
      { never: /button/i },
    ),
    q('would solar panels pay off here', unknown()),
    q('how much less would i pay if i got the leak fixed', [
      says(/(leak|nonstop)[^]*€|€[^]*(leak|nonstop)/i),
      unknown(),
    ]),
  ],
  'co2 and flows': [
    q('carbon footprint this month', unknownBeside(/factor|CO/i)),
    q('how much co2 did october make', unknownBeside(/factor|CO/i)),
    q('what did our solar produce today', unknown()),
    q('gas used this week', unknown(/gas/i)),
  ],
  periods: [
    q(
      'electricity bill so far vs all of october',
      tells([f.bill('soFar', 'electricity'), f.bill('october', 'electricity')]),
    ),
    q('cost of electricity 1st to 15th nov', tells([f.cost(from('2026-11-01', '2026-11-15'))])),
  ],
});
