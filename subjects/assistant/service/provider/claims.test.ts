import { expect, test } from 'vitest';
import { claimsToHaveActed } from './claims.ts';

test.each([
  'I have switched off the hall.',
  "I've turned the AC on for you.",
  'I’ve just scheduled the washing machine.',
  'I switched the lamp off.',
  'I have **switched off** the hall',
  "I'm switching it off now",
  'The heater is now off.',
  'Done! The hall is dark.',
  'He apagado la luz del pasillo.',
  'Ya he encendido el aire.',
  'Apagué la lámpara.',
  'Listo: la luz queda apagada.',
  'La bomba ya está apagada.',
  'मैंने हॉल बंद कर दिया है।',
  'पंखा चालू कर दिया गया है।',
  'maine light band kar diya hai',
  'हो गया!',
])('%s', (words) => {
  expect(claimsToHaveActed(words)).toBe(true);
});

test.each([
  'I can switch off the hall if you like: press the button.',
  'I propose to switch off the hall.',
  'The hall was switched off yesterday at 9 pm.',
  'You have turned the AC on twice today.',
  'I have no reading of the hall.',
  'What was done? The list is long.',
  'Puedo apagar la luz si pulsas el botón.',
  'La luz estuvo apagada ayer.',
  'Has apagado la luz tres veces.',
  'मैं हॉल बंद कर सकता हूँ, बटन दबाएँ।',
  'हॉल कल बंद था।',
  'हॉल बंद करना हो तो बटन दबाएँ।',
])('no claim: %s', (words) => {
  expect(claimsToHaveActed(words)).toBe(false);
});
