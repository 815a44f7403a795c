import type { MailKind } from './mail-message.ts';

export const mailLanguages = ['en', 'es', 'hi'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

export interface MailText {
  subject: string;
  heading: string;
  body: string;
  button: string;
  footer: string;
}

export const mailTexts: Record<MailLanguage, Record<MailKind, MailText>> = {
  en: {
    recovery: {
      subject: 'Choose a new password for Wattershed',
      heading: 'Choose a new password',
      body: 'Somebody, probably you, asked for a new password for your Wattershed account. This link works once, for one hour.',
      button: 'Choose a new password',
      footer: 'If it was not you, do nothing: your password stays as it is.',
    },
    signup: {
      subject: 'Confirm your e-mail address for Wattershed',
      heading: 'Welcome to Wattershed',
      body: 'Confirm that this address is yours, and your account is ready. This link works once, for one hour.',
      button: 'Confirm my address',
      footer: 'If you did not make an account, do nothing: without this step nobody can sign in with your address.',
    },
    email_change: {
      subject: 'Confirm the change of your e-mail address',
      heading: 'Confirm the change',
      body: 'A new e-mail address was asked for your Wattershed account. This link confirms it; it works once, for one hour.',
      button: 'Confirm the change',
      footer: 'If it was not you, do nothing, and choose a new password.',
    },
    other: {
      subject: 'Your link for Wattershed',
      heading: 'Your link for Wattershed',
      body: 'This link works once, for one hour.',
      button: 'Continue',
      footer: 'If you did not ask for it, do nothing.',
    },
  },
  es: {
    recovery: {
      subject: 'Elige una contraseña nueva para Wattershed',
      heading: 'Elige una contraseña nueva',
      body: 'Alguien, probablemente tú, ha pedido una contraseña nueva para tu cuenta de Wattershed. Este enlace sirve una sola vez, durante una hora.',
      button: 'Elegir una contraseña nueva',
      footer: 'Si no has sido tú, no hagas nada: tu contraseña sigue siendo la misma.',
    },
    signup: {
      subject: 'Confirma tu correo para Wattershed',
      heading: 'Te damos la bienvenida a Wattershed',
      body: 'Confirma que esta dirección es tuya y tu cuenta estará lista. Este enlace sirve una sola vez, durante una hora.',
      button: 'Confirmar mi dirección',
      footer: 'Si no has creado una cuenta, no hagas nada: sin este paso nadie puede entrar con tu dirección.',
    },
    email_change: {
      subject: 'Confirma el cambio de tu correo',
      heading: 'Confirma el cambio',
      body: 'Se ha pedido una dirección de correo nueva para tu cuenta de Wattershed. Este enlace la confirma; sirve una sola vez, durante una hora.',
      button: 'Confirmar el cambio',
      footer: 'Si no has sido tú, no hagas nada y elige una contraseña nueva.',
    },
    other: {
      subject: 'Tu enlace de Wattershed',
      heading: 'Tu enlace de Wattershed',
      body: 'Este enlace sirve una sola vez, durante una hora.',
      button: 'Continuar',
      footer: 'Si no lo has pedido, no hagas nada.',
    },
  },
  hi: {
    recovery: {
      subject: 'Wattershed के लिए नया पासवर्ड चुनें',
      heading: 'नया पासवर्ड चुनें',
      body: 'किसी ने, शायद आपने, अपने Wattershed खाते के लिए नया पासवर्ड माँगा है। यह लिंक एक ही बार काम करता है, एक घंटे तक।',
      button: 'नया पासवर्ड चुनें',
      footer: 'अगर यह आपने नहीं माँगा, तो कुछ न करें: आपका पासवर्ड वही रहेगा।',
    },
    signup: {
      subject: 'Wattershed के लिए अपना ई-मेल पता पक्का करें',
      heading: 'Wattershed में आपका स्वागत है',
      body: 'पक्का करें कि यह पता आपका है, और आपका खाता तैयार है। यह लिंक एक ही बार काम करता है, एक घंटे तक।',
      button: 'मेरा पता पक्का करें',
      footer: 'अगर आपने खाता नहीं बनाया, तो कुछ न करें: इस कदम के बिना कोई आपके पते से साइन इन नहीं कर सकता।',
    },
    email_change: {
      subject: 'अपने ई-मेल पते का बदलाव पक्का करें',
      heading: 'बदलाव पक्का करें',
      body: 'आपके Wattershed खाते के लिए नया ई-मेल पता माँगा गया है। यह लिंक उसे पक्का करता है; यह एक ही बार काम करता है, एक घंटे तक।',
      button: 'बदलाव पक्का करें',
      footer: 'अगर यह आपने नहीं माँगा, तो कुछ न करें, और नया पासवर्ड चुन लें।',
    },
    other: {
      subject: 'Wattershed के लिए आपका लिंक',
      heading: 'Wattershed के लिए आपका लिंक',
      body: 'यह लिंक एक ही बार काम करता है, एक घंटे तक।',
      button: 'आगे बढ़ें',
      footer: 'अगर आपने यह नहीं माँगा, तो कुछ न करें।',
    },
  },
};

export function mailLanguage(wanted: string | null): MailLanguage {
  return mailLanguages.find((language) => language === wanted) ?? 'en';
}
