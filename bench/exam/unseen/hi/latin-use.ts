/** Latin letters: kitna laga, kab laga, kiska hissa, paise, bill. */
import { days, type Figures, from, oneDay } from '../../figures.ts';
import { asksBack, cheapHours, names, type Paper, q, says, tells, unknown, unknownBeside } from '../../question.ts';

const electricity = { utility: 'electricity' } as const;
const water = { utility: 'water' } as const;

export const latinUse = (f: Figures): Paper => ({
  amounts: [
    q('aaj pani kitna use hua', tells([f.litres(days.today)])),
    q('kal kitni bijli lagi', tells([f.kwh(days.yesterday)])),
    q('fridge ne friday ko kitni unit khayi', tells([f.kwh(days.friday, { device: 'Fridge' })])),
    q('is mahine ki bijlee kitni hui yaar', tells([f.kwh(days.november)])),
    q('parso bathroom me kitna paani gaya', tells([f.litres(days.friday, { room: 'bathroom' })])),
    q('washing machine october mein kitna consume kiya', tells([f.kwh(days.october, { device: 'Washing machine' })])),
    q('TV pichle hafte kitni light khaya', tells([f.kwh(days.lastWeek, { device: 'TV' })])),
    q('5 nov se 11 nov tak total units', tells([f.kwh(from('2026-11-05', '2026-11-11'))])),
    q('garden me kitna pani dala october me', tells([f.litres(days.october, { room: 'garden' })])),
    q('bedroom ka ac sitambar mai', tells([f.kwh(days.september, { device: 'Bedroom AC' })])),
    q('garage charger ka reading kya h', [
      unknown(),
      says(
        /Garage charger[^]*(कभी|कोई रीडिंग|अभी तक|kabhi|koi reading)|(कभी|कोई रीडिंग|अभी तक|kabhi|koi reading)[^]*Garage charger/i,
      ),
    ]),
  ],
  hours: [
    q('kal shaam 6 se raat 10 tak kitni bijli jali', tells([f.kwhBetween(days.yesterday, 18, 22)])),
    q('aaj subah 7 se 9 shower me pani', tells([f.litresBetween(days.today, 7, 9, { device: 'Shower' })])),
    q('kal sabse zyada light kitne baje lagi', names(f.peakHour(electricity, days.yesterday[0]))),
  ],
  series: [
    q('wednesday se roz ka bijli data dikhao', tells(f.eachDay('electricity', 18, 5))),
    q('september se har mahine ka pani', tells(f.months('water'))),
    q('october me average daily kitne litre', tells([f.average('water', days.october)])),
  ],
  extremes: [
    q('is mahine sabse jyada bijli kis din lagi', names(f.extremeDay(electricity, days.november))),
    q('sabse zyada kaun kha raha h is hafte bijli', names(f.top('electricity', 'device', days.week))),
    q(
      'oct me kitne din 10 unit se upar gaye',
      names([f.daysAbove(electricity, days.october, 10_000)], /दिन|din|days/i),
    ),
  ],
  shares: [
    q(
      'fridge ka kitna percent hai is mahine ki bijli me',
      tells([f.shareOf({ ...electricity, device: 'Fridge' }, days.november)]),
    ),
    q('nahane me kitna % pani jata h october', tells([f.shareOf({ ...water, device: 'Shower' }, days.october)])),
  ],
  comparisons: [
    q(
      'pichle hafte se jyada lag rahi hai kya bijli',
      tells([f.kwh(days.week), f.before('electricity', days.lastWeek)]),
    ),
    q(
      'tv ya fridge kaun zyada khata hai is week',
      tells([f.kwh(days.week, { device: 'TV' }), f.kwh(days.week, { device: 'Fridge' })]),
    ),
    q('october vs september pani', tells([f.litres(days.october), f.litres(days.september)])),
    q('last year november se compare karo', unknownBeside(/2025|पिछले साल|साल पहले|pichle saal|last year/i)),
  ],
  usual: [
    q('ek din me 460 litre, normal hai?', [says(/औसत|आम|सामान्य|ausat|normal|रोज/i), asksBack()]),
    q('aaj ki bijli roz se jyada hai kya', tells([f.kwh(days.today)], /औसत|आम|सामान्य|से|ausat|\bse\b/i)),
  ],
  feasts: [
    q('diwali pe kitni bijli lagi thi', tells([f.kwh(oneDay('2026-11-08'))])),
    q('holi wale din pani', unknown()),
    q('dussehra ko kitni unit', tells([f.kwh(oneDay('2026-10-20'))])),
  ],
  units: [
    q('sept ka pani cubic meter me batao', tells([f.cubicMetres(days.september)], /m³|m3|cubic|घन/i)),
    q('ac ka october ka kharcha rupaye me', [tells([f.cost(days.october, 'Bedroom AC')]), unknown(/rup|रुप/i)]),
  ],
  bills: [
    q('bill kitna hua ab tak', tells([f.bill('soFar')])),
    q('october ka bil kitna aaya tha', tells([f.bill('october')])),
    q('is mahine ka bill kitna aayega lagbhag', tells([f.likely])),
    q('pani ka bill september', tells([f.bill('september', 'water')])),
    q('oct ka bill bhara ya nahi', [
      unknown(/भुगतान|चुक|भर|bhar|chuk|pay/i),
      tells([f.bill('october')], /भुगतान|चुक|bhar|pay/i),
    ]),
    q('ek unit ka rate kya hai abhi', tells([[f.price('0.12'), f.price('0.1452')]])),
    q('bijli sasti kab hoti hai', says(cheapHours)),
    q('budget ke andar hu na', tells([f.budget, [f.bill('soFar', 'electricity'), ...f.budgetUsed]])),
    q('kitna budget bacha hai bijli ka', tells([f.budgetLeft])),
    q('fridge pe kitna paisa ja raha', tells([[...f.cost(days.november, 'Fridge'), f.deviceCost('Fridge')]])),
    q('kal ki light kitne ki padi', [tells([f.cost(days.yesterday)])]),
    q('bijli bachane ke tips do', says(/सस्त|स्टैंडबाय|24 ?°|sast|standby/i)),
    q('kapde abhi dhou ya raat me, sasta kab', says(/1[48]:00|22:00/)),
  ],
});
