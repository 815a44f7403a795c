/** The door of notices. */
export { lookForNotices } from './look-for-notices.ts';
