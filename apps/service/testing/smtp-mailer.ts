/** A real SMTP sender, for tests of modules that know a mailer only by its shape. */
export { createSmtpMailer } from '#subjects/identity/service/embedded/index.ts';
