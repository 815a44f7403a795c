/** Lo gastado: cantidades, horas, series, partes, comparaciones y si es lo de siempre. */
import { days, type Figures, from, oneDay } from '../../figures.ts';
import { asksBack, names, type Paper, q, says, tells, unknown, unknownBeside } from '../../question.ts';

const electricity = { utility: 'electricity' } as const;
const water = { utility: 'water' } as const;

export const use = (f: Figures): Paper => ({
  amounts: [
    q('cuanta agua llevamos gastada hoy', tells([f.litres(days.today)])),
    q('cuanto gastamos de luz ayer', [tells([f.kwh(days.yesterday)]), tells([f.cost(days.yesterday)])]),
    q('luz de octubre en kilovatios', tells([f.kwh(days.october)])),
    q('la nevera el viernes??', tells([f.kwh(days.friday, { device: 'Fridge' })])),
    q('cuánto jala el refri esta semana', tells([f.kwh(days.week, { device: 'Fridge' })])),
    q('agua en el baño antier', tells([f.litres(days.friday, { room: 'bathroom' })])),
    q('anteayer cuanta agua se fue en la ducha', tells([f.litres(days.friday, { device: 'Shower' })])),
    q('kwh del lavarropas en lo que va del mes', tells([f.kwh(days.november, { device: 'Washing machine' })])),
    q('el aire cuanto consumio en octubre', tells([f.kwh(days.october, { device: 'Bedroom AC' })])),
    q('del 5 al 11 de noviembre, electricidad', tells([f.kwh(from('2026-11-05', '2026-11-11'))])),
    q('cuanto se ha regado este mes', tells([f.litres(days.november, { device: 'Irrigation' })])),
    q('gasto d agua en la cosina el savado', tells([f.litres(days.yesterday, { room: 'kitchen' })])),
    q('la tele la semana pasada', [
      tells([f.kwh(days.lastWeek, { device: 'TV' })]),
      tells([f.cost(days.lastWeek, 'TV')]),
    ]),
    q('¿Y el cargador del garaje gasta algo?', [
      unknown(),
      says(/Garage charger[^]*(nunca|ninguna|sin lectura)|(nunca|ninguna|sin lectura)[^]*Garage charger/i),
    ]),
    q('lo que no es de ningún aparato, esta semana, en luz', [
      tells([f.unmetered(days.week)]),
      unknown(/sin medir|resto|aparato|dispositivo/i),
    ]),
    q('cuanto llevo consumido desde el lunes', [tells([f.kwh(days.week)]), asksBack()]),
  ],
  hours: [
    q('cuanta luz entre las 6 y las 10 de la noche ayer', tells([f.kwhBetween(days.yesterday, 18, 22)])),
    q('de madrugada cuanto se gasta? hoy de 0 a 6', tells([f.kwhBetween(days.today, 0, 6)])),
    q('agua ayer de 7 a 9 de la mañana', tells([f.litresBetween(days.yesterday, 7, 9)])),
    q('la tele anoche', tells([f.kwhBetween(days.yesterday, 20, 24, { device: 'TV' })])),
    q('a qué hora gastamos más luz ayer', names(f.peakHour(electricity, days.yesterday[0]))),
    q('hora pico de agua del jueves', names(f.peakHour(water, '2026-11-19'))),
    q('luz del miercoles a partir de las ocho de la tarde', tells([f.kwhBetween(days.wednesday, 20, 24)])),
  ],
  series: [
    q('luz por dia desde el miercoles', tells(f.eachDay('electricity', 18, 5))),
    q('mes a mes el agua desde septiembre', tells(f.months('water'))),
    q('desglose mensual del frigo', tells(f.months('electricity', { device: 'Fridge' }))),
    q('cada día del 10 al 13, agua', tells(f.eachDay('water', 10, 4))),
    q('por semanas, las dos ultimas completas, electricidad', tells([f.kwh(days.lastWeek), f.kwh(days.weekBefore)])),
    q('promedio diario de agua en octubre', tells([f.average('water', days.october)])),
    q('de media cuantos kwh al día en septiembre', tells([f.average('electricity', days.september)])),
  ],
  extremes: [
    q('que dia gasté mas luz este mes', names(f.extremeDay(electricity, days.november))),
    q('el dia con menos agua de octubre', names(f.extremeDay(water, days.october, -1))),
    q('que aparato es el que mas chupa esta semana', names(f.top('electricity', 'device', days.week))),
    q('cual es el cuarto que mas agua gasta este mes', names(f.top('water', 'room', days.november))),
    q('el electrodoméstico más tragón de septiembre', names(f.top('electricity', 'device', days.september))),
    q('cuantos dias de octubre pasamos de 10 kwh', names([f.daysAbove(electricity, days.october, 10_000)], /días/i)),
  ],
  shares: [
    q(
      'que porcentaje de la luz es la nevera este mes',
      tells([f.shareOf({ ...electricity, device: 'Fridge' }, days.november)]),
    ),
    q(
      'cuánto del agua se lleva la ducha, en octubre, en %',
      tells([f.shareOf({ ...water, device: 'Shower' }, days.october)]),
    ),
    q(
      'que parte del consumo de la semana pasada es de la cocina, luz',
      tells([f.shareOf({ ...electricity, room: 'kitchen' }, days.lastWeek)]),
    ),
  ],
  comparisons: [
    q('gastamos mas luz que la semana pasada?', tells([f.kwh(days.week), f.before('electricity', days.lastWeek)])),
    q('octubre contra septiembre en agua', tells([f.litres(days.october), f.litres(days.september)])),
    q(
      'quien gasta mas, la tele o la heladera, esta semana',
      tells([f.kwh(days.week, { device: 'TV' }), f.kwh(days.week, { device: 'Fridge' })]),
    ),
    q('hoy vs ayer en luz', tells([f.kwh(days.today), f.before('electricity', days.yesterday)])),
    q('el sábado gastamos menos agua que el viernes?', tells([f.litres(days.yesterday), f.litres(days.friday)])),
    q(
      'cocina o baño, cual gasta mas agua en octubre',
      tells([f.litres(days.october, { room: 'kitchen' }), f.litres(days.october, { room: 'bathroom' })]),
    ),
    q('como vamos comparado con noviembre del año pasado', unknownBeside(/2025|año (pasado|antes)|un año/i)),
    q('hemos bajado respecto a hace un año?', unknownBeside(/2025|año (pasado|antes)|un año/i)),
  ],
  usual: [
    q('es normal gastar 460 litros en un dia', [says(/media|habitual|normal|promedio|al día/i), asksBack()]),
    q('hoy estoy gastando más luz de lo normal?', tells([f.kwh(days.today)], /media|habitual|normal|promedio|que/i)),
    q('eso es mucho?', says(/media\b|habitual|normal|promedio|(más|menos) (de lo|que)/i), {
      after: ['cuanta agua gastamos ayer'],
    }),
  ],
  feasts: [
    q('cuanta luz gastamos en el puente del pilar, el 12 de octubre', tells([f.kwh(oneDay('2026-10-12'))])),
    q('agua el dia de todos los santos', tells([f.litres(oneDay('2026-11-01'))])),
    q('y en dia de muertos cuanto gastamos de luz', tells([f.kwh(oneDay('2026-11-02'))])),
    q('luz en semana santa', unknown()),
    q('en nochebuena pasada cuanto gastamos', unknown()),
    q('los fines de semana de octubre, cuantos kwh', tells([f.weekends('electricity', days.october)])),
    q('este finde cuanta agua', tells([f.litres(from('2026-11-21', '2026-11-22'))])),
  ],
  units: [
    q('el agua de septiembre en metros cubicos', tells([f.cubicMetres(days.september)], /m³|m3|metros c/i)),
    q('ayer cuantos galones de agua', tells([f.gallons(days.yesterday)], /gal/i)),
    q('y en m3?', tells([f.cubicMetres(days.october)]), { after: ['agua en octubre'] }),
    q(
      'cuantos vatios hora gastó la lámpara del pasillo ayer',
      tells([f.wattHours(days.yesterday, { device: 'Hall lamp' })]),
    ),
  ],
  'a year ago': [q('noviembre de 2025', unknown()), q('cuanto gasté en julio de luz', unknown())],
});
