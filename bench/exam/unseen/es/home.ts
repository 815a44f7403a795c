/** Dispositivos y sus estados, contadores, avisos, potencia, encender y apagar, el propio producto. */
import { type Figures } from '../../figures.ts';
import { asksBack, names, offers, type Paper, q, saying, says, saysApart, tells, unknown } from '../../question.ts';

/** Una respuesta no ha apagado ni encendido nada. */
const done = /\b(he|ya está|queda|han sido|ha sido) (apagad|encendid|prendid)/i;
const left = /no (se )?(enciend|apag|toc|cambi)|nada (se|cambia)|queda|sigue como|sin tocar|de acuerdo|\bvale\b/i;

export const home = (f: Figures): Paper => ({
  devices: [
    q('que tengo prendido', says(/Fridge/)),
    q('la tele esta encendida?', says(/(?=[^]*TV)[^]*(encendid|prendid)/i)),
    q('me dejé la lampara del cuarto puesta?', says(/(?=[^]*Bedroom lamp)[^]*apagad/i)),
    q('que hay apagado', says(/Bedroom lamp/)),
    q('que aparatos hay en la cocina', says(/Fridge[^]*Dishwasher|Dishwasher[^]*Fridge/)),
    q('cuantos dispositivos tengo', names([['11', '13']])),
    q('tengo piscina?', unknown()),
    q('que hay en el garaje', says(/Garage charger/)),
  ],
  'last reports': [
    q('cuando fue la ultima vez que mandó algo el riego', tells([f.day('2026-11-19')])),
    q('ultima lectura de la nevera', tells([['14:00', '13:00', '15:00']], /Fridge/)),
    q('el cargador del garaje ha dado señales de vida alguna vez', [
      says(/Garage charger[^]*(nunca|ninguna|sin lectura)|(nunca|ninguna|sin lectura)[^]*Garage charger/i),
      unknown(/Garage charger|garaje/i),
    ]),
    q('algun contador que no responda', saysApart(/Irrigation/)),
  ],
  notices: [
    q('por que me saltó un aviso', saysApart(/Shower|Irrigation/)),
    q('hay alguna fuga', saysApart(/Shower/)),
    q('desde cuando está corriendo el agua', tells([['09:00', '9:00']], /Shower|baño/i)),
    q('cuantos litros se han perdido con la fuga', tells([f.leaked])),
    q('q le pasa al riego', says(/19 de noviembre|19 nov|silenc|sin lectura|no .*(lectura|responde|da)/i)),
    q('todo bien en casa?', saysApart(/Shower[^]*Irrigation|Irrigation[^]*Shower/)),
  ],
  power: [
    q('cuanto estamos tirando ahora mismo', tells([f.watts])),
    q('potencia de la nevera en este momento', tells([f.now({ utility: 'electricity', device: 'Fridge' })])),
    q('corre agua ahora?', tells([f.now({ utility: 'water' })])),
    q(
      'pico de potencia de ayer y a que hora',
      tells([f.peakPower('2026-11-21'), f.peakHour({ utility: 'electricity' }, '2026-11-21')[1] ?? '']),
    ),
    q('consumo de fondo de la casa', tells([f.alwaysOnPower])),
  ],
  switching: [
    q('apágame la tele', offers(['TV', false]), { never: done }),
    q('prende la luz del dormitorio', offers(['Bedroom lamp', true]), { never: done }),
    q('apaga el aire porfa', offers(['Bedroom AC', false]), { never: done }),
    q(
      'apaga la tele y la lampara del pasillo',
      [offers(['TV', false], ['Hall lamp', false]), asksBack(/TV|Hall lamp/)],
      { never: done },
    ),
    q('no apagues la nevera', says(left), { never: done }),
    q('apaga la lampara', [asksBack(/Hall lamp/), offers(['Hall lamp', false])], { never: done }),
    q('apaga todo', [asksBack(), unknown()], { never: done }),
    q('no la enciendas, solo dime si la tele está puesta', says(/(?=[^]*TV)[^]*(encendid|prendid)/i), { never: done }),
    q('abre la puerta', unknown(), { never: done }),
    q(
      'apaga la lavadora dentro de una hora',
      [
        unknown(/hora|program|luego|más tarde/i),
        saying(/ahora|horario|puls/i, offers(['Washing machine', false])),
        says(/horario/i),
      ],
      { never: done },
    ),
    q('todo lo de la cocina menos la nevera, apágalo', [offers(['Dishwasher', false]), asksBack(), unknown()], {
      never: done,
    }),
    q('sí dale', [offers(['TV', false]), says(/botón|puls/i)], { after: ['apaga la tele'], never: done }),
    q('no, mejor no', says(left), { after: ['apaga la tele'], never: done }),
  ],
  terms: [
    q('que es un kwh', says(/kilovatio.?hora|1\.?000 ?(w|vat)/i)),
    q('que significa sin medir', says(/contador|principal/i)),
    q('eso de siempre encendido que es', says(/nadie|en espera|todo el tiempo/i)),
    q('que quiere decir termino fijo', says(/fij|aunque|cada día|al día|consumas/i)),
  ],
  product: [
    q('que se cuenta en la comunidad', [says(/comunidad/i), unknown(/comunidad|publicac/i)]),
    q('donde bajo mis datos', says(/export/i)),
    q('puedo invitar a mi mujer', [says(/invit/i), unknown()]),
    q('como conecto un enchufe nuevo', saysApart(/conect|añad/)),
  ],
});
