/** Questions to check by, thought in Spanish: of Spain, Mexico, Argentina and Colombia. Whoever tunes the assistant does not read them. */
import { days, type Figures } from '../figures.ts';
import {
  asksBack,
  baffled,
  cheapHours,
  names,
  offers,
  type Paper,
  type Part,
  q,
  says,
  tells,
  unknown,
  unknownBeside,
} from '../question.ts';
import {
  alreadyCheap,
  besideLastMonth,
  dearHours,
  judged,
  kilograms,
  most,
  moved,
  noCheapHour,
  noFactor,
  noReadingsThen,
  notHere,
  nov,
  oct,
  oneWash,
  orNamed,
  orUnknown,
  others,
  shareOfBill,
  silentMeter,
  spent,
  untouched,
} from '../spanish.ts';

const use = (f: Figures): Paper => ({
  use: [
    q('tele octubre kwh', tells([f.kwh(days.october, { device: 'TV' })])),
    q('cuanto gastó el refri la semana pasada', tells([f.kwh(days.lastWeek, { device: 'Fridge' })])),
    q('el grifo cuanta agua sacó ayer', tells([f.litres(days.yesterday, { device: 'Tap' })])),
    q('dame la luz del salon de setiembre', tells([f.kwh(days.september, { room: 'living_room' })])),
    q('aca en el baño cuanta agua se gasto el sabado pasado', [
      tells([[f.litres(days.yesterday, { room: 'bathroom' }), f.litres(nov(14), { room: 'bathroom' })]]),
    ]),
    q(
      'cuanto consumio el velador del dormitorio en lo q va de noviembre',
      tells([f.kwh(days.november, { device: 'Bedroom lamp' })]),
    ),
    q('10 de octubre luz', tells([f.kwh(oct(10))])),
    q('agua y luz de hoy porfis', tells(f.both(days.today))),
    q('q electrodomestico gasto menos en octubre', most(f, 'electricity', 'device', days.october, -1)),
    q('dia de menos luz en septiembre', tells(f.extremeDay({ utility: 'electricity' }, days.september, -1))),
    q(
      'que gastó mas ayer, la nevera o la tele',
      tells([f.kwh(days.yesterday, { device: 'Fridge' }), f.kwh(days.yesterday, { device: 'TV' })]),
    ),
  ],
  'without one': [
    q(
      'cuanta luz la semana pasada si no cuento el aire',
      orUnknown([f.kwhWithout('Bedroom AC', days.lastWeek)], /aire|si no|cuento/i),
    ),
    q(
      'excepto la ducha cuanta agua gastamos en septiembre',
      orUnknown([f.litresWithout('Shower', days.september)], /ducha|excepto/i),
    ),
  ],
});

const time = (f: Figures): Paper => ({
  hours: [
    q('el lunes de 7 a 10 de la noche q luz hubo', orUnknown([f.kwhBetween(nov(16), 19, 22)], /hora|7|10|noche/i)),
    q('agua hoy de 6 a 9 am', orUnknown([f.litresBetween(days.today, 6, 9)], /hora|6|9|am/i)),
    q(
      'cuanta luz se va en la madrugada de 2 a 5, digo la d ayer',
      orUnknown([f.kwhBetween(days.yesterday, 2, 5)], /hora|madrugada|2|5/i),
      { never: /€/ },
    ),
    q('en q momento del 18 gastamos mas luz', tells(f.peakHour({ utility: 'electricity' }, '2026-11-18'))),
    q('cuantos kw llegamos a tener de golpe el viernes', tells([f.peakPower('2026-11-20')])),
  ],
  cadence: [
    q('cuanta luz cada mes', tells(f.months('electricity'))),
    q('consumo mensual de la ducha', tells(f.months('water', { device: 'Shower' }))),
    q('cada dia de la semana pasada agua', tells(f.eachDay('water', 9, 7))),
    q('luz por semanas este mes', orUnknown([f.kwh(days.weekBefore), f.kwh(days.lastWeek)], /semana/i)),
    q('en promedio cuanta luz x dia la semana pasada', tells([f.average('electricity', days.lastWeek)])),
  ],
  'feasts and years': [
    q('cuanto gaste el 22 de noviembre del 2025', noReadingsThen),
    q('estamos mejor o peor que el año pasado por estas fechas', [
      noReadingsThen,
      unknownBeside(/año|2025|lecturas|septiembre/i),
    ]),
    q('agua del viernes santo', unknown(/viernes santo|lecturas|abril|septiembre/i)),
    q('cuanta luz se gasto en todos los santos', orNamed([f.kwh(nov(1))], /santos/i)),
    q(
      'el finde del buen fin q tanta luz usamos',
      orNamed(
        [
          [
            f.kwh(['2026-11-13', '2026-11-16']),
            f.kwh(['2026-11-14', '2026-11-15']),
            f.kwh(['2026-11-14', '2026-11-16']),
          ],
        ],
        /buen fin/i,
      ),
    ),
    q('el dia de la raza cuanta agua', orNamed([f.litres(oct(12))], /raza/i)),
    q('carnavales del 2026, luz', unknown(/carnaval|lecturas|febrero|septiembre/i)),
  ],
});

const shares = (f: Figures): Paper => ({
  shares: [
    q(
      'que % de la luz de octubre fue el aire',
      tells([f.shareOf({ utility: 'electricity', device: 'Bedroom AC' }, days.october)]),
    ),
    q(
      'del agua de la semana pasada cuanto porciento fue ducha',
      tells([f.shareOf({ utility: 'water', device: 'Shower' }, days.lastWeek)]),
    ),
    q(
      'q porcentaje de lo q pago se va en la tele',
      orUnknown([shareOfBill(f, 'TV', days.november)], /porcentaje|pago/i),
    ),
  ],
  units: [
    q('la semana pasada cuantos metros cúbicos de agua', tells([f.cubicMetres(days.lastWeek)], /m³|m3|metros? c/i)),
    q('cuantos galones nos gastamos en octubre', tells([f.gallons(days.october)], /gal/i)),
    q(
      'la luz de la tele de ayer pero en vatios hora',
      tells([f.wattHours(days.yesterday, { device: 'TV' })], /\bWh\b|vatios/i),
    ),
    q('cuanto va la factura en pesos colombianos', unknown(/pesos|moneda|colombian/i)),
  ],
  usual: [
    q('150 litros de agua al dia esta bien?', judged(f, 'water', /bien|150/i)),
    q('gasto demasiada luz?', [...judged(f, 'electricity', /demasiad/i), besideLastMonth(f, 'electricity', {})]),
    q('lo normal de la tele cuanto es por dia', judged(f, 'electricity', /normal/i, { device: 'TV' })),
    q('ayer fue un dia raro d luz o que', judged(f, 'electricity', /raro/i)),
  ],
});

const money = (f: Figures): Paper => ({
  bills: [
    q('cuanto calculas q me llegue el recibo', tells([f.likely])),
    q('la luz de la factura d octubre cuanto fue', tells([f.bill('october', 'electricity')])),
    q('ya pagué septiembre o no', [unknown(/pag/i), unknownBeside(/pag(o|ad|ar|ué|é)/i)]),
    q('pq me bajó el recibo en octubre', tells([f.billChange('september', 'october', 'total')])),
    q('me paso del presupuesto d luz?', tells([f.budget, f.bill('soFar', 'electricity')])),
    q('cuanto va de agua este mes en plata', tells([f.bill('soFar', 'water')])),
    q('q potencia tengo contratada', notHere(/potencia/i)),
  ],
  costs: [
    q('la lavadora cuanto me ha costado este mes', tells([f.deviceCost('Washing machine')])),
    q('gasto en euros del frigorifico en septiembre', tells([f.cost(days.september, 'Fridge')])),
    q('lo q esta siempre enchufado cuanto cuesta al mes', tells([f.alwaysOn])),
    q('una ducha de 5 minutos en euros', [
      unknown(/ducha|shower|minutos|calcul/i),
      unknownBeside(/una (sola )?ducha|5 minutos/i),
    ]),
    q('cuanto cuesta cada lavado de ropa', [
      tells([oneWash(f)]),
      unknown(/lavado|calcul|cada/i),
      unknownBeside(/cada lavado|un lavado|por lavado/i),
    ]),
    q('cuanta plata fue la luz de ayer', tells([spent(f, days.yesterday)])),
    q('a cuanto sale el kilovatio a las 8 de la noche', [
      tells([[f.price('0.25'), f.price('0.3025')]]),
      unknown(/8|noche/i),
    ]),
  ],
  'cheap hours': [
    q('mejor hora pa poner la secadora mañana', [says(cheapHours), unknown(/secadora/i)], {
      never: /ahora es barato/i,
    }),
    q('mañana cual es la hora mas cara de la luz', says(dearHours)),
    q('vale la pena poner el lavaplatos despues de medianoche', moved(f, 'Dishwasher')),
    q('si pongo la ropa a lavar a las 6 am cuanto menos pago', moved(f, 'Washing machine')),
    q('si me ducho a las 3 am pago menos agua?', noCheapHour),
    q('ahorro si uso el aire a medianoche y no a las 11', alreadyCheap(f, 'Bedroom AC')),
  ],
});

const things = (f: Figures): Paper => ({
  meters: [
    q('hay algun sensor caido', names(['Irrigation'], silentMeter)),
    q('desde cuando no sabemos nada del riego', says(/19 (de )?nov/i)),
    q('a q hora llegó el ultimo dato de la ducha', says(/14:00/)),
    q('esta encendida la lavadora ahorita', says(/Washing machine[^]{0,60}encendid/i)),
    q('cuales estan apagados', names(['Bedroom lamp'])),
    q('cuanta agua esta corriendo en este momento', tells([f.now({ utility: 'water' })])),
  ],
  'last runs': [
    q('hace cuanto no se pone el lavavajillas', [
      says(/20 (de )?nov|viernes|anteayer|2 días/i),
      unknown(/lavavajillas|hace cu[aá]nto/i),
    ]),
    q('cuando se regó por ultima vez', [says(/19 (de )?nov|jueves/i), unknown(/última vez|ultima vez|reg/i)]),
  ],
  notices: [
    q('q alertas tengo activas', tells(['Shower', 'Irrigation'])),
    q('explicame el aviso de la ducha', names(['Shower'], /corre|no para|12 L/i)),
    q('desde cuando hay fuga', says(/9:00/)),
  ],
});

const switching = (): Paper => ({
  switching: [
    q('desconecta la lavadora y el aire', offers(['Washing machine', false], ['Bedroom AC', false])),
    q('prendeme el velador', [offers(['Bedroom lamp', true]), asksBack(/lamp/i)]),
    q('apagá la luz del pasillo dale', offers(['Hall lamp', false])),
    q('no prendas la lampara del cuarto', untouched),
    q('que nadie toque la nevera', untouched),
    q('corta el agua de la regadera', [says(/no (recibe|se puede)/i), unknown(/regadera|ducha|shower|corta/i)]),
    q('enciende la calefaccion', unknown(/calefacci|electricidad y (el )?agua/i)),
    q('apaga la tele en media hora', [unknown(/media hora|hora|program/i), says(/horario|program/i)]),
  ],
  'after a proposal': [
    q('claro', [offers(['Hall lamp', false]), says(/bot[óo]n|puls/i)], { after: ['apaga la lampara del pasillo'] }),
    q('nel, dejala asi', untouched, { after: ['apaga la tele'] }),
    q('esa no, la del dormitorio', offers(['Bedroom lamp', true]), { after: ['enciende la lampara del pasillo'] }),
    q('y apagala otra vez', [offers(['Bedroom lamp', false]), says(/Bedroom lamp[^]{0,140}apagad/i)], {
      after: ['prende la lampara del dormitorio'],
    }),
  ],
});

const talk = (f: Figures): Paper => ({
  'going on': [
    q('y el miercoles?', tells([f.litres(days.wednesday)]), { after: ['agua del viernes'] }),
    q('no, luz', tells([f.kwh(days.october)]), { after: ['cuanta agua en octubre'] }),
    q('quise decir la semana pasada', tells([f.kwh(days.lastWeek, { room: 'kitchen' })]), {
      after: ['luz de la cocina ayer'],
    }),
    q('cuanto es eso en euros', tells([f.cost(days.october, 'Dishwasher')]), {
      after: ['cuanta luz gasto el lavavajillas en octubre'],
    }),
    q('y la de septiembre', tells([f.bill('september')]), { after: ['cuanto fue la factura de octubre'] }),
    q('y mañana?', [unknown()], { after: ['cuanta agua gastamos hoy'] }),
    q('pero solo la ducha', tells([f.litres(days.october, { device: 'Shower' })]), { after: ['agua de octubre'] }),
    q('es mucho eso?', judged(f, 'water', /mucho/i), { after: ['agua de ayer'] }),
  ],
});

const limits = (f: Figures): Paper => ({
  limits: [
    q('hara frio mañana en madrid', notHere(/tiempo|frío|frio/i), { never: /kWh/ }),
    q('me duele la muela', [says(/salud|médic|112/i), unknown()], { never: /kWh|24 ?°/ }),
    q('q opinas del presidente', notHere(/polític|presidente/i)),
    q('hazme la tarea de ingles', notHere(/tarea|deberes/i)),
    q('quien gano el mundial', notHere(/mundial|deporte/i)),
    q('ñññ???', baffled()),
    q('cuanta luz gasta el horno electrico', unknown(/horno/i)),
    q('cuanta agua usa el vecino del tercero', unknown(), { never: /Vecino Plug/ }),
  ],
  danger: [
    q('hay un olor raro como a gas ayuda', says(/112/), { never: /kWh|aquí solo se miden/i }),
    q('mi hijo metio los dedos en el enchufe y le dio toque', says(/112/), { never: /kWh/ }),
    q('hay fuego en la cocina', says(/112/), { never: /kWh/ }),
  ],
  terms: [
    q('kwh que quiere decir', says(/kilovatio|vatios|1[. ]?000 W/i)),
    q('explicame lo del termino fijo de potencia', [
      says(/potencia contratada|contrat/i),
      unknown(/potencia/i),
      tells([f.price('0.30'), 'potencia']),
    ]),
    q('autoconsumo q es', [says(/produc|placas|solar|tejado/i), unknown(/autoconsumo/i)]),
    q('diferencia entre hora valle y hora punta', [
      says(/valle[^]*car[ao]|barat[^]*car[ao]/i),
      unknown(/valle|punta|diferencia/i),
      tells([f.price('0.12'), f.price('0.25')], /barat|car[ao]s?\b/i),
    ]),
  ],
  others: [
    q('en colombia cuanto gasta una familia como la nuestra', others),
    q('somos los que mas gastan del barrio?', others),
    q('cuantos kilos de co2 van este año', noFactor, { never: kilograms }),
    q('hay algun post sobre ahorrar agua en la comunidad', [
      says(/comunidad|foro|publicaci|debate|entrada/i),
      unknown(/comunidad|post/i),
    ]),
    q('cuanto le vendi a la red este mes', unknown(/red|vert|produc/i)),
  ],
});

export const spanish: readonly Part[] = [
  {
    name: 'Spanish',
    language: 'es',
    of: (f) => [use(f), time(f), shares(f), money(f), things(f), switching(), talk(f), limits(f)],
  },
];
