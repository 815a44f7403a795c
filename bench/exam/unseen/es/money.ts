/** Facturas, precios, presupuestos, lo que cuestan las cosas y lo que ahorraría un cambio. */
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
    q('cuanto llevo de factura', tells([f.bill('soFar')])),
    q('el recibo de octubre', tells([f.bill('october')])),
    q('cuanto me va a venir este mes', tells([f.likely])),
    q('cuanto pagué de agua en septiembre', tells([f.bill('september', 'water')])),
    q('la boleta de luz de octubre cuanto fue', tells([f.bill('october', 'electricity')])),
    q('ya esta pagada la factura de octubre?', [unknown(/pag/i), tells([f.bill('october')], /no sé|no consta|pagad/i)]),
    q('debo algo', [unknown(/pag|deb/i), tells([f.bill('soFar')]), asksBack()]),
    q('cuando cierra el mes de facturación', says(/30 de noviembre|1 de diciembre|30 nov|1 dic/i)),
    q(
      'por que pague menos en octubre que en septiembre',
      tells([f.bill('october'), f.billChange('september', 'october', 'total')]),
    ),
    q('suma las dos ultimas facturas', tells([f.money(f.cents.september + f.cents.october)])),
    q('factura de mayo', unknown()),
    q('cual fue la factura mas cara', names([f.bill('september')])),
    q('cuanto de la factura es termino fijo', tells([f.standing])),
  ],
  prices: [
    q('a como está el kwh ahora mismo', tells([[f.price('0.12'), f.price('0.1452')]])),
    q('cuando sale mas barata la luz', says(cheapHours)),
    q('precio en punta', tells([[f.price('0.25'), f.price('0.3025')]])),
    q('q vale el metro cubico de agua', tells([[f.price('1.10'), f.price('1.21')]])),
    q('pongo la lavadora ahora o espero a la noche', says(/1[48]:00|22:00|ahora (es|está|mismo)|valle/i)),
    q('mañana a que horas es cara', says(/10:00|14:00|18:00|22:00|10.{0,8}14|18.{0,8}22/)),
    q('hay alguna compañía mas barata', unknown()),
    q('el agua sube de precio si me paso?', tells([[f.price('2.40'), f.price('2.64')]])),
    q('que tarifa tengo', says(/Luz de dos horas|Agua por tramos|0,25|0,12/)),
  ],
  budgets: [
    q('voy bien con el presupuesto?', tells([f.budget, [f.bill('soFar', 'electricity'), ...f.budgetUsed]])),
    q('cuanto me queda del presupuesto de luz', tells([f.budgetLeft])),
    q('tengo presupuesto para el agua?', unknown(/agua/i)),
    q('súbeme el presupuesto a 100', unknown(), { never: /\b(hecho|subido|ahora es de 100)\b/i }),
  ],
  'what things cost': [
    q('cuanta plata me gasta la heladera', tells([[...f.cost(days.november, 'Fridge'), f.deviceCost('Fridge')]])),
    q('lo que costó el aire en octubre', tells([f.cost(days.october, 'Bedroom AC')])),
    q('en euros la tele la semana pasada', tells([f.cost(days.lastWeek, 'TV')])),
    q('la luz de ayer cuanto fue en dinero', tells([f.cost(days.yesterday)])),
    q('cuanto me cuesta el consumo fantasma', tells([f.alwaysOn])),
    q('sale caro el lavavajillas?', tells([[...f.cost(days.november, 'Dishwasher'), f.deviceCost('Dishwasher')]])),
    q('coste de la electricidad del 1 al 15', tells([f.cost(from('2026-11-01', '2026-11-15'))])),
    q('cuanto vale una ducha', unknown()),
  ],
  saving: [
    q('cuanto ahorraria si pongo el lavaplatos despues de las 10 de la noche', [
      tells([f.shifted('Dishwasher', days.november)]),
      tells([f.shifted('Dishwasher', days.october)]),
      tells([
        [f.price('0.12'), f.price('0.1452')],
        [f.price('0.25'), f.price('0.3025')],
      ]),
    ]),
    q('como bajo la cuenta del agua', saysApart(/ducha|grifo|fuga|gote|Shower/)),
    q('consejitos pa gastar menos luz', says(/valle|barat|espera|24|horas/i)),
    q('me compensa poner placas', unknown()),
    q('si no uso la tele una semana cuanto me ahorro', [
      tells([f.cost(days.lastWeek, 'TV')]),
      tells([f.kwh(days.lastWeek, { device: 'TV' })]),
      unknown(),
    ]),
  ],
  'co2 and flows': [
    q('huella de carbono de este mes', unknownBeside(/factor|CO/i)),
    q('cuanto co2 en octubre', unknownBeside(/factor|CO/i)),
    q('que produjeron las placas hoy', unknown()),
    q('cuanto gas usamos', unknown(/gas/i)),
  ],
});
