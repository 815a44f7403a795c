/**
 * What a model says it has done. It can do nothing: a switch is only proposed, and done by the person's press. So such words are always wrong, and are
 * looked for as people say them in the three languages, Hindi in both its scripts.
 */

const between = String.raw`(?:\s+(?:just|now|also|already|successfully|then|gone ahead and|ya|ahora|también|recién))*\s+`;
const done =
  'switched|turned|shut|powered|scheduled|activated|deactivated|disabled|enabled|cancelled|canceled|paid|ordered|booked|changed|deleted|updated|created|added|reported|notified|sent|contacted|called|adjusted|dimmed|set';
const doing =
  'switching|turning|shutting|powering|scheduling|activating|deactivating|disabling|enabling|cancelling|paying|setting';
const hecho =
  'apagado|encendido|desconectado|conectado|activado|desactivado|programado|cambiado|ajustado|puesto|cancelado|pagado|enviado|avisado|borrado|creado|desenchufado';
const hice =
  'apagué|encendí|desconecté|conecté|activé|desactivé|programé|cambié|ajusté|puse|cancelé|pagué|envié|avisé|borré|creé';
const off = String.raw`(?:off|on|apagad[oa]s?|encendid[oa]s?|desconectad[oa]s?|activad[oa]s?)`;

const claim = new RegExp(
  [
    String.raw`(?<![\p{L}])I(?:['’]ve|\s+have|['’]ll\s+go\s+ahead\s+and|\s+went\s+ahead\s+and)?(?:${between})(?:${done})(?![\p{L}])`,
    String.raw`(?<![\p{L}])(?:I['’]m|I\s+am)${between}(?:${doing})(?![\p{L}])`,
    String.raw`(?<![\p{L}])(?:is|are)\s+now\s+(?:switched\s+|turned\s+)?off(?![\p{L}])|(?<![\p{L}])(?:has|have)\s+now\s+been\s+(?:${done})(?![\p{L}])`,
    String.raw`(?<![\p{L}])(?:he|hemos)${between}(?:${hecho})(?![\p{L}])|(?<![\p{L}])(?:${hice})(?![\p{L}])`,
    String.raw`(?<![\p{L}])(?:ya\s+(?:está|están|queda|quedan)|queda|quedan|ha\s+quedado|han\s+quedado)\s+${off}(?![\p{L}])`,
    String.raw`(?:बंद|चालू|ऑन|ऑफ़|ऑफ|सेट|रद्द|शेड्यूल|भुगतान)\s+(?:कर\s+(?:दिया|दी|दिए|चुका|चुकी)|किया\s+है|हो\s+(?:गया|गई|गए)|की\s+है)`,
    String.raw`(?<![\p{L}])(?:band|bandh|chalu|on|off|set)\s+kar\s+(?:diya|di|diye)(?![\p{L}])`,
    // A whole answer that it is done.
    String.raw`(?<=^\s*)(?:done|all\s+done|all\s+set|listo|hecho|हो\s+गया|ho\s+gaya)(?=\s*[.!,।:–—-]|\s*$)`,
  ].join('|'),
  'iu',
);

/** "I have **switched off** the hall". */
export const claimsToHaveActed = (markdown: string): boolean => claim.test(markdown.replace(/[*_`~]/g, ''));
