/** Devices and their states, meters, notices, power, switching, the product itself. */
import { type Figures } from '../../figures.ts';
import { asksBack, names, offers, type Paper, q, saying, says, saysApart, tells, unknown } from '../../question.ts';

const on = /(?=[^]*TV)[^]*(\bis|as|switched|:|\|) on\b/i;
const off = /(?=[^]*Bedroom lamp)[^]*(\bis|as|switched|:|\|) off\b/i;
/** Nothing has been switched by an answer. */
const stays =
  /nothing (is|was|will be|has)|stays?\b|left (on|as|it)|leav(e|ing)|won['’]t|not (be )?(switched|turned)|all right|\bok(ay)?\b/i;
const done = /\b(I(['’]ve| have)|has been|have been|is now|are now) (switched|turned)\b/i;

export const home = (f: Figures): Paper => ({
  devices: [
    q('what have i got on', says(/Fridge/)),
    q('is the tv on', says(on)),
    q('did i leave the bedroom lamp on', says(off)),
    q('whats off', says(/Bedroom lamp/)),
    q('list everything in the kitchen', says(/Fridge[^]*Dishwasher|Dishwasher[^]*Fridge/)),
    q('how many gadgets are connected', names([['11', '13']])),
    q('which rooms do you know', says(/kitchen[^]*bathroom|bathroom[^]*kitchen/i)),
    q('do i have a heat pump', unknown()),
    q('whats in the garage', says(/Garage charger/)),
  ],
  'last reports': [
    q('when did the irrigation last say something', tells([f.day('2026-11-19')])),
    q('last reading of fridge', tells([['14:00', '13:00', '15:00']], /Fridge/)),
    q('has the charger in the garage ever reported', [
      says(/Garage charger[^]*(never|no reading|nothing)|(never|no reading|nothing)[^]*Garage charger/i),
      unknown(/Garage charger|garage/i),
    ]),
    q('any meters gone quiet', saysApart(/Irrigation/)),
    q('is data up to date', [
      tells([['14:00', '13:00', '14:30']], /reading|received|heard|sent/i),
      saysApart(/Irrigation/),
    ]),
  ],
  notices: [
    q('why did i get an alert', saysApart(/Shower|Irrigation/)),
    q('is there a leak somewhere', saysApart(/Shower/)),
    q('since when is the water running', tells([['09:00', '9:00']], /Shower|bathroom/i)),
    q('how much has leaked', tells([f.leaked])),
    q('whats up with the garden meter', says(/19 Nov|November 19|silent|no reading/i)),
    q('anything wrong at home?', saysApart(/Shower[^]*Irrigation|Irrigation[^]*Shower/)),
    q('how do i get rid of the notice', [says(/dismiss|fine|fixed/i), unknown()]),
  ],
  power: [
    q('how much are we drawing this minute', tells([f.watts])),
    q('current power of the fridge', tells([f.now({ utility: 'electricity', device: 'Fridge' })])),
    q('is water running right now', tells([f.now({ utility: 'water' })])),
    q(
      'highest load yesterday and at what time',
      tells([f.peakPower('2026-11-21'), f.peakHour({ utility: 'electricity' }, '2026-11-21')[1] ?? '']),
    ),
    q('whats our baseload', tells([f.alwaysOnPower])),
    q('what draws power while we sleep', [tells([f.alwaysOnPower]), says(/always on/i)]),
  ],
  switching: [
    q('tv off pls', offers(['TV', false]), { never: done }),
    q('kill the ac in the bedroom', offers(['Bedroom AC', false]), { never: done }),
    q('put the bedroom lamp on', offers(['Bedroom lamp', true]), { never: done }),
    q(
      'switch off both lamps',
      [offers(['Bedroom lamp', false], ['Hall lamp', false]), offers(['Hall lamp', false]), asksBack(/Hall lamp/)],
      { never: done },
    ),
    q('tv and hall lamp off', [offers(['TV', false], ['Hall lamp', false]), asksBack(/TV|Hall lamp/)], { never: done }),
    q("don't turn off the fridge", says(stays), { never: done }),
    q('lamp off', [asksBack(/Hall lamp/), offers(['Hall lamp', false])], { never: done }),
    q('turn everything off', [asksBack(), unknown()], { never: done }),
    q('dont put the tv on, just tell me if its on', says(on), { never: done }),
    q('open the garage door', unknown(), { never: done }),
    q(
      'can you switch on the washing machine at 11 tonight',
      [
        unknown(/time|schedule|later|at/i),
        saying(/now|schedule|press/i, offers(['Washing machine', true])),
        says(/schedule/i),
      ],
      { never: done },
    ),
    q('everything in the kitchen off except the fridge', [offers(['Dishwasher', false]), asksBack(), unknown()], {
      never: done,
    }),
    q('yes', [offers(['TV', false]), says(/button|press/i)], { after: ['switch the tv off'], never: done }),
    q('no leave it', says(stays), {
      after: ['switch the tv off'],
      never: done,
    }),
  ],
  terms: [
    q('what is a kwh', says(/kilowatt.?hour|1,?000 ?w/i)),
    q('meaning of unmetered', says(/main meter|no meter/i)),
    q('what does always on mean here', says(/nobody|standby|all the time|does anything/i)),
    q('whats a standing charge', says(/whatever|fixed|each day|per day|a day|regardless/i)),
    q(
      'how do you know my figures, measured or guessed?',
      says(/(measured|reading)[^]*estimat|estimat[^]*(measured|reading)/i),
    ),
  ],
  product: [
    q('anything new in the community', [says(/community/i), unknown(/communit|post/i)]),
    q('where can i export my data', says(/export/i)),
    q('how do i add a new plug', saysApart(/connect|\badd\b/)),
    q('can my husband see this too', [says(/invit|member|household/i), unknown()]),
    q('do you work offline', [says(/offline|connection|network/i), unknown()]),
  ],
});
