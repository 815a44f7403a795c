/** What only a provider can be asked that keeps people of its own. Not part of every page's first load. */
import { askProvider } from '../auth.ts';
import { fail } from '../../data/outcome.ts';
import { authFailure } from './failure.ts';
import type { AuthOutcome, IdentityUser, PhoneFactors, PhoneStep } from './auth-provider.ts';

const notOffered = (): AuthOutcome<never> => Promise.resolve(fail(authFailure('way-closed')));

export function sendPhoneCode(phoneNumber: string, holder: HTMLElement): AuthOutcome<PhoneStep> {
  return askProvider((one) => one.sendPhoneCode?.(phoneNumber, holder) ?? notOffered());
}

export function linkGuest(email: string, password: string): AuthOutcome {
  return askProvider((one) => one.linkGuest?.(email, password) ?? notOffered());
}

export function identityUser(): AuthOutcome<IdentityUser> {
  return askProvider((one) => one.user?.() ?? notOffered());
}

export function confirmEmail(): AuthOutcome {
  return askProvider((one) => one.confirmEmail?.() ?? notOffered());
}

export function takeNewEmail(): AuthOutcome<IdentityUser> {
  return askProvider((one) => one.takeNewEmail?.() ?? notOffered());
}

export const phoneFactors: PhoneFactors = {
  list: () => askProvider((one) => one.phoneFactors?.list() ?? notOffered()),
  enrol: (phoneNumber, holder) => askProvider((one) => one.phoneFactors?.enrol(phoneNumber, holder) ?? notOffered()),
  remove: (id) => askProvider((one) => one.phoneFactors?.remove(id) ?? notOffered()),
};
